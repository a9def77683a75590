// The point's way from tile to tile: where it is at this painted frame.

import { mix, mixLog } from "./line.mjs";

function ease(share) {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2;
}

// `here` is what glides, all of it by one clock: the intensity along the line, and per
// GPU the lengths of the bars. `onMove` is called once for each painted frame.
export function createWalk(story, start, onMove) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const gpus = Object.keys(story.frames);
  const glides = ["memory_share", "compute_share", "traffic_share", "side"];
  let request = 0;
  let here = at(start);

  function at(index) {
    const shares = Object.fromEntries(
      gpus.map((gpu) => [
        gpu,
        Object.fromEntries(glides.map((name) => [name, story.frames[gpu][index][name]])),
      ]),
    );
    return { x: story.frames[gpus[0]][index].x, shares };
  }

  function between(from, to, share) {
    const shares = Object.fromEntries(
      gpus.map((gpu) => [
        gpu,
        Object.fromEntries(
          glides.map((name) => [
            name,
            mix(from.shares[gpu][name], to.shares[gpu][name], share),
          ]),
        ),
      ]),
    );
    return { x: mixLog(from.x, to.x, share), shares };
  }

  function go(index) {
    cancelAnimationFrame(request);
    const from = here;
    const to = at(index);
    const began = performance.now();
    const travel = calm.matches ? 0 : story.timing.travel * 1000;
    const paint = (now) => {
      // The first frame may carry a time from before `began`.
      const share = travel ? Math.min(1, Math.max(0, (now - began) / travel)) : 1;
      here = share === 1 ? to : between(from, to, ease(share));
      onMove(here);
      if (share < 1) request = requestAnimationFrame(paint);
    };
    // The words change in this very frame, so the point sets off in it too.
    paint(travel ? performance.now() : began);
  }

  return { go, here: () => here };
}
