// What an address or a caller asks for, as a state whose parts go together.

import { quoted } from "./address.mjs";
import { ownFaults } from "./own.mjs";

const OWN_NAMES = ["peak", "bandwidth", "tensor"];

// The state for these values, and what could not be: measured points show their own GPU,
// and a GPU of the reader's own has figures that can be drawn.
export function stateOf(story, values) {
  const notes = [];
  const own = Object.fromEntries(OWN_NAMES.map((name) => [name, values[name]]));
  let choice = values.gpu;
  const { gpus, roofs } = story.measured;
  const owner = gpus[values.measured];
  const both = Object.values(roofs);
  if (owner && choice !== owner && !(both.includes(owner) && both.includes(choice))) {
    choice = owner;
  }
  if (choice === story.own.key) {
    for (const [name, fault] of Object.entries(ownFaults(story, own))) {
      // The reason comes first; what was typed may hold any words.
      const wrong = fault.slice(fault.indexOf(" must ") + 1, fault.indexOf(", got "));
      notes.push(
        story.own.note
          .replace("{name}", name)
          .replace("{wrong}", () => quoted(wrong, story.own.most))
          .replace("{value}", () => quoted(values[name])),
      );
    }
    if (notes.length > 0) choice = story.usual.gpu;
  }
  const state = {
    choice,
    index: story.tiles.indexOf(Number(values.tile)),
    n: Number(values.n),
    precision: values.precision,
    levels: values.levels,
    measured: values.measured,
    ask: values.ask === "none" ? null : values.ask,
    own,
    intensity: values.intensity,
    theme: values.theme,
  };
  return { state, notes };
}

// The other way: what of a state stands in an address.
export function valuesOf(story, state, { view, short }) {
  const own = state.choice === story.own.key ? state.own : {};
  // Where no GPU of one's own is shown, an address has nothing to say of its figures.
  const figure = (name) => own[name] ?? story.query[name].default;
  return {
    gpu: state.choice,
    tile: story.tiles[state.index],
    n: state.n,
    precision: state.precision,
    levels: state.levels,
    measured: state.measured,
    ask: state.ask ?? "none",
    peak: figure("peak"),
    bandwidth: figure("bandwidth"),
    tensor: figure("tensor"),
    intensity: short(state.intensity),
    theme: state.theme,
    view,
  };
}
