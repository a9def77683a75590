// The live figure. Its Bokeh models were built in Python; here their data sources are
// replaced: a part of them when the state changes, the moving part at each painted frame.

import { drawnGpus, lineLabels, paper, ridgeOf } from "./labels.mjs";
import { drawLevels } from "./levels.mjs";
import { drawMoving } from "./moving.mjs";
import { readLine } from "./line.mjs";
import { drawSpots } from "./spots.mjs";
import { litStrokes } from "./lit.mjs";

export function createFigure(story, bokehDocument, root) {
  const model = (name) => bokehDocument.get_model_by_name(name);
  const figure = model("roofline");
  const host = root.querySelector("[data-figure]");
  // The tensor cores' roof lies under the other where they run together.
  const roofs = { bf16: story.look.dashes, fp32: "solid" };
  let state = null;
  let view = null;
  let colours = null;
  let here = null;
  let painted = { colours: [], across: [] };

  // What is as it was is left alone: a replaced source is laid out anew, row for row.
  const fill = (parts) => {
    for (const [name, data] of Object.entries(parts)) {
      const source = model(name);
      if (!alike(source.data, data)) source.data = data;
    }
  };

  // The axes and their colours. A step changes none of them.
  function paint() {
    const { x, y } = view.ranges;
    const now = { colours: [colours], across: [...x, ...y] };
    if (alike(painted, now)) return;
    painted = now;
    for (const axis of [...figure.below, ...figure.left]) {
      axis.major_label_text_color = colours.quiet;
    }
    for (const grid of figure.center) grid.grid_line_color = colours.hair;
    figure.x_range.setv({ start: x[0], end: x[1] });
    figure.y_range.setv({ start: y[0], end: y[1] });
  }

  // The rooflines of all GPUs; one that is not chosen is dim.
  function rooflines() {
    const drawn = { xs: [], ys: [], color: [], alpha: [], dash: [] };
    for (const { slot, machine, chosen } of drawnGpus(story, view)) {
      for (const [roof, dash] of Object.entries(roofs)) {
        if (!machine[roof]) continue;
        const { x, y } = reaching(machine[roof], roof, view.ranges.x);
        drawn.xs.push(x);
        drawn.ys.push(y);
        drawn.color.push(colours[slot]);
        drawn.alpha.push(chosen ? 1 : story.look.dim);
        drawn.dash.push(dash);
      }
    }
    return drawn;
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
    const limits = litStrokes(state.term, view, colours, sheet);
    const levels = drawLevels(story, view, colours, sheet, { names, limits });
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
      rooflines: rooflines(),
      ...levels,
      spots: drawSpots(story, state, { colours, sheet, names, limits }),
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

// A line on an axis that is wider than it: on to both ends, as straight as it began. The
// dashes begin at the ridge of the other roof.
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
