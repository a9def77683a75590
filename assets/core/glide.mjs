// The point's way from tile to tile: where it is at this painted frame.

import { mix, mixLog, readLine } from "./line.mjs";
import { roofOf } from "./reading.mjs";

const GLIDES = ["memory_share", "compute_share", "traffic_share", "side"];

function ease(share) {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2;
}

// Where the points of a step stand, and how long its bars are.
function placesOf({ shown, frames, setting }) {
  const points = shown.map(({ slot, machine }, order) => {
    const { x, rate, shared, lineRate } = frames[order];
    const roof = roofOf(machine, setting.precision);
    return { slot, x, y: rate, shared: shared?.x, line: lineRate, roof };
  });
  const shares = Object.fromEntries(
    shown.map(({ slot }, order) => [
      slot,
      Object.fromEntries(GLIDES.map((name) => [name, frames[order][name]])),
    ]),
  );
  return { points, shares };
}

function pointBetween(from, to, share) {
  const between = (name) => mixLog(from[name], to[name], share);
  const x = between("x");
  // On one roofline the point keeps to the line, around its corner too.
  const kept = from.roof === to.roof && !to.shared;
  return {
    ...to,
    x,
    y: kept ? readLine(to.roof, x) : between("y"),
    line: between("line"),
    shared: to.shared && mixLog(from.shared ?? to.shared, to.shared, share),
  };
}

function placesBetween(from, to, share) {
  const shares = Object.entries(to.shares).map(([slot, ends]) => [
    slot,
    Object.fromEntries(
      GLIDES.map((name) => [name, mix(from.shares[slot][name], ends[name], share)]),
    ),
  ]);
  return {
    points: to.points.map((point, order) =>
      pointBetween(from.points[order], point, share),
    ),
    shares: Object.fromEntries(shares),
  };
}

// `here` is what glides, all of it by one clock: the points, and per GPU the lengths of
// the bars. `onMove` is called once for each painted frame.
export function createWalk(story, start, onMove) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let request = 0;
  let here = placesOf(start);

  function alike(to) {
    const slots = ({ points }) => points.map(({ slot }) => slot).join();
    return slots(here) === slots(to);
  }

  function go(view, { jump }) {
    cancelAnimationFrame(request);
    const from = here;
    const to = placesOf(view);
    const began = performance.now();
    const still = calm.matches || jump || !alike(to);
    const travel = still ? 0 : story.timing.travel * 1000;
    const paint = (now) => {
      // The first frame may carry a time from before `began`.
      const share = travel ? Math.min(1, Math.max(0, (now - began) / travel)) : 1;
      here = share === 1 ? to : placesBetween(from, to, ease(share));
      onMove(here);
      if (share < 1) request = requestAnimationFrame(paint);
    };
    // The words change in this very frame, so the point sets off in it too.
    paint(travel ? performance.now() : began);
  }

  return { go, here: () => here };
}
