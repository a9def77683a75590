// The part of the figure that lights up with a term.

import { roofOf } from "./reading.mjs";
import { readLine } from "./line.mjs";

const WIDTH = 10;
const ALPHA = 0.3;

export function litStrokes(term, view, colours, sheet) {
  const lit = { xs: [], ys: [], color: [], alpha: [], width: [], cap: [] };
  if (!(term in PARTS)) return lit;
  for (const [order, each] of view.shown.entries()) {
    const roof = roofOf(each.machine, view.setting.precision);
    const [xs, ys] = PARTS[term](roof, view.frames[order], sheet);
    lit.xs.push(xs);
    lit.ys.push(ys);
    lit.color.push(colours[each.slot]);
    lit.alpha.push(ALPHA);
    lit.width.push(WIDTH);
    lit.cap.push("round");
  }
  return lit;
}

const PARTS = {
  P: ({ x, y }) => [x.slice(1), y.slice(1)],
  W: ({ x, y }) => [x.slice(0, 2), y.slice(0, 2)],
  I: (roof, { x }, { floor }) => [
    [x, x],
    [readLine(roof, x), floor],
  ],
  "I*": ({ x, y }, _, { ceiling, floor }) => [
    [x[1], x[1], x[1]],
    [floor, y[1], ceiling],
  ],
  // The tile is the point itself: a short stroke lies under it.
  b: (_, { x, rate }) => [
    [x / 1.12, x * 1.12],
    [rate, rate],
  ],
};
