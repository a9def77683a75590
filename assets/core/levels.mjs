// The limits beside the roofline: shared memory's slope and the band of L2, and how far
// reuse could lift the intensity.

import { addLabel } from "./labels.mjs";
import { formatSI, significant } from "./format.mjs";
import { readLine } from "./line.mjs";
import { roofOf } from "./reading.mjs";

// A name along a slope leans out of the paper: so far in it begins [px].
const INSET = 16;
const THIN = 1.5;
const WIDE = 9;
const BAND = 0.16;

// Fills `limits` with lines and `names` with what they are called; returns the sources.
export function drawLevels(story, view, colours, sheet, { names, limits }) {
  const bands = { xs: [], ys: [], color: [], alpha: [] };
  const put = (into, { x, y }, color, alpha, width) => {
    into.xs.push(x);
    into.ys.push(y);
    into.color.push(color);
    into.alpha.push(alpha);
    if (!width) return;
    into.width.push(width);
    into.cap.push("butt");
  };
  for (const [order, { slot, machine }] of view.shown.entries()) {
    const color = colours[slot];
    if (view.setting.levels === "shared") {
      const { line, l2, l2_rates: rates } = machine.levels;
      put(limits, line, color, 1, THIN);
      const inset = sheet.left * 10 ** (INSET / sheet.across);
      // Clear of the points, which stand on the line.
      const above = machine.side === "above" || view.shown.length === 1;
      nameAlong(names, sheet, line, color, {
        text: `${sheet.narrow ? "" : "shared memory "}${rate(story, line)}`,
        x: inset,
        dy: above ? 10 : -10,
      });
      if (!l2) continue;
      const [low, high] = l2;
      put(
        bands,
        { x: [...low.x, ...[...high.x].reverse()], y: [...low.y, ...[...high.y].reverse()] },
        color,
        BAND,
      );
      // Where two bands overlap there is no room for their names.
      if (view.shown.length === 1 && !sheet.narrow && !sheet.low) {
        const ends = rates.map((end) => formatSI(end, "B/s", story.prefixes, 2));
        const text = `L2 ≈ ${ends[0].replace(/\u00A0.*/, "")}–${ends[1]}`;
        nameAlong(names, sheet, high, color, { text, x: high.x[1] / 1.08, dy: 4, align: "right" });
      }
    }
    if (view.setting.precision === "bf16") {
      const frame = view.frames[order];
      const far = Math.min(frame.most, sheet.right);
      const roof = roofOf(machine, "bf16");
      const between = roof.x.filter((x) => x > frame.x && x < far);
      const x = [frame.x, ...between, far];
      const y = x.map((at) => readLine(roof, at));
      put(limits, { x, y }, color, 0.22, WIDE);
      const alone = machine.most?.bf16;
      if (!alone) continue;
      const height = readLine(roof, alone);
      put(limits, { x: [alone, alone], y: [height / 1.35, height * 1.35] }, color, 1, THIN);
      if (order > 0 || sheet.narrow || sheet.low || sheet.busy) continue;
      const above = machine.side === "above";
      addLabel(names, {
        x: alone,
        y: above ? height * 1.35 : height / 1.35,
        text: `one SM, ${significant(alone)}`,
        dx: above ? -4 : 6,
        dy: above ? -2 : 2,
        align: above ? "right" : "left",
        baseline: above ? "bottom" : "top",
        color,
        size: "12px",
      });
    }
  }
  return { limits, bands };
}

// The rate of a slope is what it gives at one flop a byte.
function rate(story, line) {
  return formatSI(readLine(line, 1), "B/s", story.prefixes);
}

function nameAlong(names, { angle }, line, color, { text, x, dy, align = "left" }) {
  addLabel(names, {
    x,
    y: readLine(line, x),
    text,
    angle,
    dx: -Math.sin(angle) * dy,
    dy: -Math.cos(angle) * dy,
    align,
    baseline: dy > 0 ? "bottom" : "top",
    color,
    size: "12px",
  });
}
