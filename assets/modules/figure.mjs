// The live figure. Its Bokeh models were built in Python; here their data sources are
// replaced: a part of them when the state changes, the moving part at each painted frame.

import { addLabel, emptyLabels, footLabels, lineLabels, paper } from "./labels.mjs";
import { readLine } from "./line.mjs";
import { significant } from "./format.mjs";

const NAMED_TILES = [1, 16, 128];
// A passed tile's name needs this much room before the point's hairline [px].
const NAME_WIDTH = 66;
const MARKERS = ["circle", "square"];

export function createFigure(story, bokehDocument, root) {
  const { scene } = story;
  const model = (name) => bokehDocument.get_model_by_name(name);
  const figure = model("roofline");
  const host = root.querySelector("[data-figure]");
  const [floor, ceiling] = scene.y_range;
  const [left, right] = scene.x_range;
  const gpus = Object.keys(scene.gpus);
  let state = null;
  let colours = null;
  let here = null;

  const fill = (name, data) => {
    model(name).data = data;
  };

  function paint() {
    for (const axis of [...figure.below, ...figure.left]) {
      axis.major_label_text_color = colours.quiet;
    }
    for (const grid of figure.center) grid.grid_line_color = colours.hair;
    const shown = story.choices[state.choice];
    for (const gpu of gpus) {
      for (const roof of ["fp32", "bf16"]) {
        const { glyph } = model(`${gpu}-${roof}`);
        glyph.line_color = colours[gpu];
        glyph.line_alpha = shown.includes(gpu) ? 1 : story.look.dim;
      }
    }
  }

  function drawStill() {
    const shown = story.choices[state.choice];
    const corners = shown.map((gpu) => scene.gpus[gpu].ridges.fp32);
    const sheet = paper(figure, scene);
    const small = sheet.narrow || sheet.low;
    fill("labels", lineLabels(story, shown, colours, sheet));
    fill("edges", {
      x: corners.map(({ x }) => x),
      x1: corners.map(({ x }) => x),
      y: corners.map(({ y }) => (small ? floor : y)),
      y1: corners.map(() => ceiling),
      color: shown.map((gpu) => colours[gpu]),
    });
    fill("regions", {
      left: [left, Math.max(...corners.map(({ x }) => x))],
      right: [Math.min(...corners.map(({ x }) => x)), right],
      bottom: [floor, floor],
      top: [ceiling, ceiling],
      color: [colours.memory, colours.compute],
    });
  }

  function drawMoving() {
    const shown = story.choices[state.choice];
    const trail = { x: [], y: [], marker: [], size: [], fill: [], line: [] };
    const marks = { x: [], y: [], marker: [], size: [], fill: [], line: [] };
    const drops = { x: [], y: [], x1: [], y1: [], color: [] };
    const tags = emptyLabels();
    const { across, narrow, low } = paper(figure, scene);
    const roomy = !narrow && !low && !state.kernel;
    const mark = (into, x, y, marker, size, fillColor, lineColor) => {
      into.x.push(x);
      into.y.push(y);
      into.marker.push(marker);
      into.size.push(size);
      into.fill.push(fillColor);
      into.line.push(lineColor);
    };
    const line = (x, y, x1, y1, color) => {
      drops.x.push(x);
      drops.y.push(y);
      drops.x1.push(x1);
      drops.y1.push(y1);
      drops.color.push(color);
    };
    const foot = (x, color, row) =>
      addLabel(tags, {
        x,
        y: floor,
        text: significant(x),
        dx: x > right / 10 ? -6 : 6,
        dy: -6 - 18 * row,
        align: x > right / 10 ? "right" : "left",
        color,
        size: "12px",
      });

    const rates = shown.map((gpu) => readLine(scene.gpus[gpu].fp32, here.x));
    line(here.x, Math.max(...rates), here.x, floor, colours.quiet);
    // On the smallest paper the sentence alone gives the value.
    if (!(low && narrow)) foot(here.x, colours.ink, 0);
    for (const [order, gpu] of shown.entries()) {
      const marker = MARKERS[gpus.indexOf(gpu)];
      for (const [index, frame] of story.frames[gpu].entries()) {
        // A tile is passed once the point has left it behind.
        if (frame.x > here.x * 0.98) break;
        const y = readLine(scene.gpus[gpu].fp32, frame.x);
        mark(trail, frame.x, y, marker, 8, colours.paper, colours[gpu]);
        const gap = Math.log10(here.x / frame.x) * across;
        const named = NAMED_TILES.includes(story.tiles[index]);
        if (order === 0 && named && roomy && gap > NAME_WIDTH) {
          name(tags, gpu, { x: frame.x, y }, story.steps[gpu][index].label, false);
        }
      }
      mark(marks, here.x, rates[order], marker, 17, colours[gpu], colours.paper);
    }
    const { label } = story.steps[state.choice][state.index];
    name(tags, shown[0], { x: here.x, y: rates[0] }, label, true);
    if (narrow || low) footLabels(tags, story, shown, colours, here.x);
    if (state.intensity !== null) {
      const x = state.intensity;
      for (const gpu of shown) {
        const y = readLine(scene.gpus[gpu].fp32, x);
        const twice = Math.min(right, 2 * x);
        line(x, y, x, floor, colours.ink);
        line(left, y, x, y, colours.ink);
        mark(
          marks,
          twice,
          readLine(scene.gpus[gpu].fp32, twice),
          "diamond",
          15,
          colours.paper,
          colours.ink,
        );
        mark(marks, x, y, "diamond", 19, colours.ink, colours.paper);
      }
      foot(x, colours.ink, 1);
    }
    if (state.kernel) {
      const { x, name: text, gpus: at } = story.kernels[state.kernel];
      // Its name stands where the paper is free: above the slope, or below the roofs.
      const high = x < scene.gpus[gpus[0]].ridges.fp32.x;
      for (const gpu of shown) {
        mark(marks, x, at[gpu].y, "inverted_triangle", 15, colours[gpu], colours.paper);
        line(x, at[gpu].y, x, high ? ceiling : floor, colours[gpu]);
      }
      if (!narrow) {
        addLabel(tags, {
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
    }
    fill("trail", trail);
    fill("drops", drops);
    fill("marks", marks);
    fill("tags", tags);
  }

  // A tile's name beside its point: off the slope, and clear of the roof.
  function name(tags, gpu, at, text, now) {
    const { side, ridges } = scene.gpus[gpu];
    const { narrow, low } = paper(figure, scene);
    const onRoof = at.x >= ridges.fp32.x;
    const places = {
      below: { dx: 14, dy: onRoof ? 9 : 1, baseline: "top", align: "left" },
      above: onRoof
        ? { dx: 16, dy: -7, baseline: "bottom", align: "left" }
        : { dx: -13, dy: 0, baseline: "bottom", align: "right" },
    };
    addLabel(tags, {
      ...at,
      ...places[narrow || low ? "below" : side],
      text,
      color: now ? colours.ink : colours.quiet,
      style: now ? "bold" : "normal",
      size: now ? "14px" : "12px",
    });
  }

  // Bokeh tells of a new size while it lays out: what depends on it is drawn afterwards.
  let redraw = 0;
  for (const side of ["inner_width", "inner_height"]) {
    figure.properties[side].change.connect(() => {
      cancelAnimationFrame(redraw);
      redraw = requestAnimationFrame(() => {
        if (!state || figure.inner_width <= 0) return;
        drawStill();
        if (here) drawMoving();
      });
    });
  }

  return {
    // Called when the state has changed in a way that the lines and names show.
    show(next, scheme) {
      state = next;
      colours = story.look[scheme];
      paint();
      if (figure.inner_width > 0) drawStill();
      if (here) drawMoving();
      const label = story.steps[state.choice][state.index].figure;
      host.setAttribute("aria-label", label);
    },
    move(position, next) {
      here = position;
      // Before the first `show` there are no colours to draw with.
      if (!colours) return;
      state = next;
      drawMoving();
    },
  };
}
