// What a state shows: the GPUs that are drawn in full strength, each with its walk, and
// what is said of the step. It is read once for as long as nothing of it changes.

import { liftMachine } from "./own.mjs";
import { createWalks } from "./reading.mjs";
import { createTelling } from "./telling.mjs";

export function createView(story) {
  const walkOf = createWalks(story);
  const telling = createTelling(story);
  let own = { typed: null, machine: null };
  let kept = { name: null, view: null };

  function machineOf(key, typed) {
    if (key !== story.own.key) return story.machines[key];
    // Texts that read alike are one GPU; the state keeps the object that was typed.
    if (own.typed !== typed) own = { typed, machine: liftMachine(story, typed) };
    return own.machine;
  }

  function viewOf(state) {
    const shown = keysOf(story, state.choice).map((key) => {
      const machine = machineOf(key, state.own);
      return { key, slot: slotOf(story, key), machine, walk: walkOf(key, machine, state) };
    });
    const frames = shown.map(({ walk }) => walk[state.index]);
    const { machine } = shown[0];
    const { x_range: across, y_range: up } = story.scene;
    return {
      shown,
      frames,
      setting: frames[0].setting,
      ranges: machine.ranges ?? { x: across, y: up },
      ...telling.step(shown, frames),
      // What is said of another step of the same walks, for a whole table of them.
      readingsAt: (order, index) =>
        telling.readings(shown[order], shown[order].walk[index]),
    };
  }

  return function view(state) {
    const { choice, index, n, precision, levels } = state;
    const name = [choice, index, n, precision, levels].join(" ");
    if (kept.name !== name || kept.own !== state.own) {
      kept = { name, own: state.own, view: viewOf(state) };
    }
    return kept.view;
  };
}

export function keysOf(story, choice) {
  return story.choices[choice] ?? [choice];
}

// Where on the page a GPU's readings stand: the presets have places of their own.
export function slotOf(story, key) {
  return key in story.choices ? key : "other";
}
