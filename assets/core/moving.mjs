// What moves in the figure: the point and its trail, the probe, a chosen kernel, and the
// names that go with them.

import { significant } from "./format.mjs";
import { addLabel, emptyLabels, footLabels } from "./labels.mjs";
import { readLine } from "./line.mjs";
import { roofOf } from "./reading.mjs";

const NAMED_TILES = [1, 16, 128];
// A passed tile's name needs this much room before the point's hairline [px].
const NAME_WIDTH = 66;
// So near to the floor the point's own name stands where its intensity would [px].
const GROUND = 34;
// Each GPU has a shape of its own beside its colour.
export const MARKERS = { a100: "circle", h100: "square", other: "triangle" };

export function drawMoving(story, state, view, here, colours, sheet) {
  const { narrow, low, floor, ceiling, right } = sheet;
  const paper = new Sheet(colours);
  const small = narrow || low;
  const foot = (x, color, row) =>
    addLabel(paper.tags, {
      x,
      y: floor,
      text: significant(x),
      dx: x > right / 10 ? -6 : 6,
      dy: -6 - 18 * row,
      align: x > right / 10 ? "right" : "left",
      color,
      size: "12px",
    });

  const [first] = here.points;
  const highest = Math.max(...here.points.map(({ y }) => y));
  paper.line(first.x, highest, first.x, floor, colours.quiet);
  // On the smallest paper the sentence alone gives the value.
  const grounded = Math.log10(first.y / floor) * sheet.up < GROUND;
  if (!(low && narrow) && !grounded) foot(first.x, colours.ink, 0);

  const alone = !state.kernel && state.ask === null && state.measured === "none";
  const roomy = !small && alone;
  for (const [order, { slot, machine, walk }] of view.shown.entries()) {
    const point = here.points[order];
    const look = { marker: MARKERS[slot], color: colours[slot] };
    for (const frame of walk) {
      // A tile is passed once the point has left it behind.
      if (frame.x > point.x * 0.98) break;
      paper.trailMark(frame.x, frame.rate, look);
      if (frame.shared) paper.trailMark(frame.shared.x, frame.rate, look);
      const gap = Math.log10(point.x / frame.x) * sheet.across;
      const named = NAMED_TILES.includes(frame.tile) && gap > NAME_WIDTH;
      if (order === 0 && named && roomy && !frame.shared) {
        const label = view.readingsAt(order, frame.index).tile;
        tileName(paper, machine, sheet, view, { x: frame.x, y: frame.rate }, label, false);
      }
    }
    if (point.shared) paper.levels(point, walk[state.index], look);
    else paper.mark(point.x, point.y, { ...look, size: 17, filled: true });
  }
  const at = { x: first.x, y: first.y };
  tileName(paper, view.shown[0].machine, sheet, view, at, view.label, true);
  if (small) footLabels(paper.tags, view, colours, first.x, floor);

  if (state.intensity !== null) probe(paper, state.intensity, view, sheet);
  if (state.intensity !== null) foot(state.intensity, colours.ink, 1);
  if (state.kernel) kernel(paper, story.kernels[state.kernel], view, sheet, ceiling);
  return paper.sources();
}

// The rows of the moving sources, as they are gathered.
class Sheet {
  constructor(colours) {
    this.colours = colours;
    const marks = () => ({ x: [], y: [], marker: [], size: [], fill: [], line: [] });
    this.trail = marks();
    this.marks = marks();
    this.drops = { x: [], y: [], x1: [], y1: [], color: [] };
    this.tags = emptyLabels();
  }

  #put(into, row) {
    for (const [name, value] of Object.entries(row)) into[name].push(value);
  }

  line(x, y, x1, y1, color) {
    this.#put(this.drops, { x, y, x1, y1, color });
  }

  trailMark(x, y, { marker, color }) {
    this.#put(this.trail, { x, y, marker, size: 8, fill: this.colours.paper, line: color });
  }

  mark(x, y, { marker, color, size, filled }) {
    const [fill, line] = filled ? [color, this.colours.paper] : [this.colours.paper, color];
    this.#put(this.marks, { x, y, marker, size, fill, line });
  }

  // One point a level, at one rate: the binding one is filled, and where HBM alone would
  // have promised more, its line says how much.
  levels(point, frame, look) {
    const { color } = look;
    const holds = (letter) => frame.binds.includes(letter);
    this.line(point.shared, point.y, point.x, point.y, color);
    if (point.line > point.y * 1.02) {
      this.line(point.x, point.y, point.x, point.line, color);
      this.mark(point.x, point.line, { ...look, size: 9, filled: false });
    }
    const size = (bound) => (bound ? 17 : 12);
    for (const [letter, x] of [
      ["S", point.shared],
      ["H", point.x],
    ]) {
      const bound = holds(letter) || (letter === "H" && holds("C"));
      this.mark(x, point.y, { ...look, size: size(bound), filled: bound });
    }
  }

  sources() {
    const { trail, drops, marks, tags } = this;
    return { trail, drops, marks, tags };
  }
}

function probe(paper, x, { shown, setting }, { left, right, floor }) {
  const { ink } = paper.colours;
  const diamond = { marker: "diamond", color: ink };
  for (const { machine } of shown) {
    const roof = roofOf(machine, setting.precision);
    const y = readLine(roof, x);
    const twice = Math.min(right, 2 * x);
    paper.line(x, y, x, floor, ink);
    paper.line(left, y, x, y, ink);
    paper.mark(twice, readLine(roof, twice), { ...diamond, size: 15, filled: false });
    paper.mark(x, y, { ...diamond, size: 19, filled: true });
  }
}

function kernel(paper, { x, name: text, precision }, { shown }, sheet, ceiling) {
  const { narrow, floor } = sheet;
  const { colours } = paper;
  const known = shown.filter(({ machine }) => machine.precisions.includes(precision));
  if (known.length === 0) return;
  // Its name stands where the paper is free: above the slope, or below the roofs.
  const high = x < known[0].machine.ridges[precision].x && x < HIGH;
  for (const { slot, machine } of known) {
    const y = readLine(roofOf(machine, precision), x);
    const color = colours[slot];
    paper.mark(x, y, { marker: "inverted_triangle", color, size: 15, filled: true });
    paper.line(x, y, x, high ? ceiling : floor, color);
  }
  if (narrow) return;
  addLabel(paper.tags, {
    x,
    y: high ? ceiling : floor,
    text,
    dx: x < 1 ? 8 : -8,
    dy: high ? 56 : -66,
    align: x < 1 ? "left" : "right",
    color: colours.ink,
    style: "bold",
  });
}

// From here on the roofs' names would meet a kernel's above the slope [flop/B].
const HIGH = 12.6;

// A tile's name beside its point: off the slope, and clear of the roof.
function tileName(paper, machine, { narrow, low }, { setting }, at, text, now) {
  const { colours } = paper;
  const onRoof = at.x >= machine.ridges[setting.precision].x;
  const places = {
    below: { dx: 14, dy: onRoof ? 9 : 1, baseline: "top", align: "left" },
    above: onRoof
      ? { dx: 16, dy: -7, baseline: "bottom", align: "left" }
      : { dx: -13, dy: 0, baseline: "bottom", align: "right" },
  };
  addLabel(paper.tags, {
    ...at,
    ...places[narrow || low || setting.levels === "shared" ? "below" : machine.side],
    text,
    color: now ? colours.ink : colours.quiet,
    style: now ? "bold" : "normal",
    size: now ? "14px" : "12px",
  });
}
