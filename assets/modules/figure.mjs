// The live figure. Its Bokeh models were built in Python; here their data sources are
// replaced: a part of them when the state changes, the moving part at each painted frame.

import { drawnGpus, lineLabels, paper, ridgeOf } from "./labels.mjs";
import { drawLevels } from "./levels.mjs";
import { drawMoving } from "./moving.mjs";
import { readLine } from "./line.mjs";
import { drawSpots } from "./spots.mjs";
import { litStrokes } from "./lit.mjs";

const ROOFS = ["fp32", "bf16"];

export function createFigure(story, bokehDocument, root) {
  const model = (name) => bokehDocument.get_model_by_name(name);
  const figure = model("roofline");
  const host = root.querySelector("[data-figure]");
  let state = null;
  let view = null;
  let colours = null;
  let here = null;
  let lines = { other: undefined, across: story.scene.x_range.join() };
  let painted = { colours: [], drawn: [], across: [] };

  // What is as it was is left alone: a replaced source is laid out anew, row for row.
  const fill = (parts) => {
    for (const [name, data] of Object.entries(parts)) {
      const source = model(name);
      if (!alike(source.data, data)) source.data = data;
    }
  };

  // The colours, the axes and the lines. A step changes none of them.
  function paint() {
    const drawn = drawnGpus(story, view);
    const { x, y } = view.ranges;
    const now = {
      colours: [colours],
      drawn: drawn.flatMap(({ machine, chosen }) => [machine, chosen]),
      across: [...x, ...y],
    };
    if (alike(painted, now)) return;
    painted = now;
    for (const axis of [...figure.below, ...figure.left]) {
      axis.major_label_text_color = colours.quiet;
    }
    for (const grid of figure.center) grid.grid_line_color = colours.hair;
    figure.x_range.setv({ start: x[0], end: x[1] });
    figure.y_range.setv({ start: y[0], end: y[1] });
    for (const { slot, chosen } of drawn) {
      for (const roof of ROOFS) {
        const { glyph } = model(`${slot}-${roof}`);
        glyph.line_color = colours[slot];
        glyph.line_alpha = chosen ? 1 : story.look.dim;
      }
    }
    drawLines(drawn, x);
  }

  // The rooflines change with the GPU and the axes alone.
  function drawLines(drawn, across) {
    const other = drawn.find(({ slot }) => slot === "other")?.machine;
    if (lines.other === other && lines.across === across.join()) return;
    lines = { other, across: across.join() };
    for (const { slot, machine } of drawn) {
      if (slot === "other") continue;
      for (const roof of ROOFS) {
        model(`${slot}-${roof}`).data_source.data = reaching(machine[roof], roof, across);
      }
    }
    for (const roof of ROOFS) {
      model(`other-${roof}-line`).data = other?.[roof] ?? { x: [], y: [] };
    }
  }

  function drawStill() {
    // Measured points, guesses and answers lie where a ridge would be named.
    const busy = state.measured !== "none" || state.ask !== null;
    const sheet = { ...paper(figure, view.ranges), busy };
    const { left, right, floor, ceiling } = sheet;
    const small = sheet.narrow || sheet.low;
    const corners = view.shown.map((each) => ridgeOf(each, view.setting));
    const xs = corners.map(({ x }) => x);
    const names = lineLabels(story, view, colours, sheet);
    const levels = drawLevels(story, view, colours, sheet, names);
    fill({
      edges: {
        x: xs,
        x1: xs,
        y: corners.map(({ y }) => (small ? floor : y)),
        y1: corners.map(() => ceiling),
        color: view.shown.map(({ slot }) => colours[slot]),
      },
      regions: {
        left: [left, Math.max(...xs)],
        right: [Math.min(...xs), right],
        bottom: [floor, floor],
        top: [ceiling, ceiling],
        color: [colours.memory, colours.compute],
      },
      ...levels,
      strokes: litStrokes(state.term, view, colours, sheet),
      spots: drawSpots(story, state, { colours, sheet, names, limits: levels.limits }),
      labels: names,
    });
  }

  function draw() {
    fill(drawMoving(story, state, view, here, colours, paper(figure, view.ranges)));
  }

  // Bokeh tells of a new size while it lays out: what depends on it is drawn afterwards.
  let redraw = 0;
  for (const side of ["inner_width", "inner_height"]) {
    figure.properties[side].change.connect(() => {
      cancelAnimationFrame(redraw);
      redraw = requestAnimationFrame(() => {
        if (!state || figure.inner_width <= 0) return;
        drawStill();
        if (here) draw();
      });
    });
  }

  return {
    // Called when the state has changed in a way that the lines and names show.
    show(next, nextView, scheme) {
      state = next;
      view = nextView;
      colours = story.look[scheme];
      paint();
      if (figure.inner_width > 0) drawStill();
      if (here) draw();
      host.setAttribute("aria-label", figureName(story, state, view));
    },
    move(position, next, nextView) {
      here = position;
      // Before the first `show` there are no colours to draw with.
      if (!colours) return;
      state = next;
      view = nextView;
      draw();
    },
  };
}

// Whether two tables have the same rows: a column of lines holds a list a row.
function alike(one, other) {
  return Object.entries(other).every(([name, column]) => same(one[name], column));
}

function same(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, row) => same(value, other[row]));
}

// A preset's line on a widened axis: on to both ends, as straight as it began. The dashes
// begin at the ridge of the other roof.
function reaching(line, roof, [left, right]) {
  const [first, last] = [line.x[0], line.x[line.x.length - 1]];
  if (left >= first && right <= last) return line;
  const from = roof === "fp32" ? left : first;
  const x = [from, ...line.x.slice(1, -1), right];
  return { x, y: x.map((at) => readLine(line, at)) };
}

// What the figure shows: the step, and the measured points beside it.
function figureName({ measured: { a100, sgemm, achieved } }, { measured, choice }, view) {
  const set = choice === achieved ? a100.achieved : a100;
  const beside = { a100: set, ...sgemm.kernels }[measured];
  return beside ? `${view.figure} ${beside.figure}` : view.figure;
}
