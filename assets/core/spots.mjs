// Points that stay where they are: what was measured, and a guess beside its answer.

import { addLabel } from "./labels.mjs";
import { mixLog } from "./line.mjs";

// Left of this intensity a name would run over the axis [flop/B].
const FAR_LEFT = 2;
// Marks that lie where the point and its name do.
const CORNERS = ["ridge", "knee"];

// Fills `names` with what the points are called and `limits` with the lines beside them,
// and returns the points.
export function drawSpots(story, state, { colours, sheet, names, limits }) {
  const spots = { x: [], y: [], marker: [], size: [], fill: [], line: [] };
  const put = (x, y, marker, size, fill, line) => {
    for (const [name, value] of Object.entries({ x, y, marker, size, fill, line })) {
      spots[name].push(value);
    }
  };
  const line = (xs, ys) => {
    const row = { xs, ys, color: colours.ink, alpha: 1, width: 1.25, cap: "butt" };
    for (const [name, value] of Object.entries(row)) limits[name].push(value);
  };
  const told = { colours, sheet, names, put, line };
  if (state.measured === "a100") sweep(story, state, told);
  else if (state.measured !== "none") kernels(story, state, told);
  if (state.ask !== null) guesses(story.questions.bank[state.ask], state, told);
  return spots;
}

function sweep({ measured: { a100, achieved } }, { choice }, told) {
  const { colours, sheet, names, put, line } = told;
  for (const [index, x] of a100.x.entries()) {
    put(x, a100.y[index], "x", 8, colours.ink, colours.ink);
  }
  if (sheet.narrow || sheet.low) return;
  const { marks } = choice === achieved ? a100.achieved : a100;
  for (const { x, y, share, name, model } of marks) {
    // At the corner the point's own name comes first: a hairline leads past it.
    const corner = CORNERS.includes(name);
    line([x, x], [corner ? y / 2.4 : y, model]);
    addLabel(names, {
      x,
      y: corner ? y / 2.4 : y,
      text: share,
      dx: corner ? 4 : 9,
      dy: corner ? 2 : 9,
      baseline: "top",
      color: colours.ink,
      size: "12px",
      style: "bold",
    });
  }
}

function kernels({ measured: { sgemm } }, { measured }, told) {
  const { colours, names, put, line } = told;
  for (const [index, key] of sgemm.keys.entries()) {
    const now = key === measured;
    const { name, span } = sgemm.kernels[key];
    const y = sgemm.y[index];
    // Where the tile is not known a kernel stands somewhere along a level line.
    const x = span ? mixLog(...span, 0.5) : sgemm.x[index];
    if (span) line(span, [y, y]);
    const size = (now ? 15 : 8) * (span ? 2 : 1);
    put(x, y, span ? "dash" : "x", size, colours.ink, colours.ink);
    if (!now) continue;
    const left = !span && x > 3;
    addLabel(names, {
      x,
      y,
      text: name,
      dx: left ? -10 : span ? 0 : 10,
      dy: left ? 14 : span ? 8 : -8,
      align: left ? "right" : span ? "center" : "left",
      baseline: left || span ? "top" : "bottom",
      color: colours.ink,
      style: "bold",
    });
  }
}

function guesses({ options, answers, kind }, { guess, committed }, told) {
  const { colours, sheet, names, put } = told;
  const said = committed ? [...new Set([guess, ...answers])] : [guess];
  for (const index of said) {
    if (index === null) continue;
    const right = committed && answers.includes(index);
    const { x, y, label } = options[index];
    const color = right ? colours.ink : colours.compute;
    put(x, y, right ? "star" : "diamond_cross", 20, right ? color : colours.paper, color);
    const word = index === guess ? (right ? "your guess, right" : "your guess") : "answer";
    // Above its line an answer has free paper on the left, a guess below it on the right;
    // far left there is room on the right alone.
    const above = right && x > FAR_LEFT;
    const short = kind === "holds" ? word : label;
    addLabel(names, {
      x,
      y,
      text: sheet.narrow || kind === "holds" ? short : `${word}: ${label}`,
      dx: above ? -12 : 12,
      dy: above ? -10 : 9,
      align: above ? "right" : "left",
      baseline: above ? "bottom" : "top",
      color,
      size: "13px",
      style: "bold",
    });
  }
}
