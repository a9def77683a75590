// The live figure as an SVG of its own: as it stands, with its title, its axes' names and
// its source.

import { write } from "./slots.mjs";

// Room above and below the figure [px].
const ABOVE = 44;
const BELOW = 52;
const NS = "http://www.w3.org/2000/svg";

export function createDrawing(story, bokehDocument) {
  const figure = bokehDocument.get_model_by_name("roofline");

  return function draw(view, scheme) {
    const layer = window.Bokeh.index.find_one(figure).export("svg");
    const { width, height } = layer.bbox;
    const colours = story.look[scheme];
    const whole = element("svg", {
      xmlns: NS,
      viewBox: `0 ${-ABOVE} ${width} ${height + ABOVE + BELOW}`,
      width,
      height: height + ABOVE + BELOW,
      "font-family": story.look.font,
    });
    const words = (x, y, text, more) => {
      const line = element("text", { x, y, "font-size": 13, fill: colours.ink, ...more });
      write(line, text);
      whole.append(line);
    };
    const paper = { x: 0, y: -ABOVE, width: "100%", height: "100%", fill: colours.paper };
    whole.append(element("rect", paper));
    const inner = layer.ctx.get_serialized_svg(true);
    whole.append(new DOMParser().parseFromString(inner, "image/svg+xml").documentElement);
    const { x_name: name, y_name: rate } = story.scene;
    const unit = view.readings[0].x_unit;
    const bold = { "font-weight": 700 };
    words(14, -16, view.title, { ...bold, "font-size": 17 });
    words(4, 16, rate, bold);
    words(width - 14, height + 8, `${name}, ${unit}`, { ...bold, "text-anchor": "end" });
    const quiet = { fill: colours.quiet, "font-size": 12 };
    words(14, height + 36, sourceLine(story, view), quiet);
    return { text: new XMLSerializer().serializeToString(whole), width, height: height + ABOVE + BELOW };
  };
}

// Whose figures the picture shows, and the assumption behind its points.
function sourceLine(story, { shown }) {
  if (shown.every(({ slot }) => slot !== "other")) return story.share.source;
  return `${shown[0].machine.source} ${story.share.assumption}`;
}

function element(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== "xmlns") made.setAttribute(key, value);
  }
  return made;
}
