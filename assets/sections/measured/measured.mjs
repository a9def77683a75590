// The measured points: which of them are on the figure, under which roof, and a sentence
// on why each is where it is. Python has written the sentences; here one is picked.

import { pieces, write } from "../../core/slots.mjs";

export function createMeasured(story, root, store) {
  const told = story.measured;
  const { keys, kernels } = told.sgemm;
  const all = (selector) => [...root.querySelectorAll(selector)];
  const one = (selector) => root.querySelector(selector);
  const radios = all('input[name="measured"]');
  const sets = all("[data-measured-set]");
  const rows = all("[data-measured-row]");
  const sentences = { a100: one('[data-measured-words="a100"]') };
  sentences.sgemm = one('[data-measured-words="sgemm"]');
  const achieved = one('[data-control="achieved"]');
  const previous = one('[data-control="previous-kernel"]');
  const next = one('[data-control="next-kernel"]');
  const beside = one("[data-measured-beside]");
  const live = one("[data-measured-live]");

  // Without scripts a name is text; here it becomes a button, for now it can do something.
  const buttons = all("[data-measured-kernel]").map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name.className;
    button.dataset.measuredKernel = name.dataset.measuredKernel;
    button.textContent = name.textContent;
    name.replaceWith(button);
    return button;
  });
  for (const part of all("[data-measured-points], [data-measured-control]")) {
    part.hidden = false;
  }

  const setOf = (measured) => (measured in kernels ? "sgemm" : measured);

  function place(measured, choice = told.gpus[measured]) {
    store.set({ ...told.setting, measured, choice, ask: null, playing: false });
  }

  function takeAway() {
    // A GPU that only the points had brought goes with them.
    const { choice } = store.get();
    const brought = choice === told.achieved || choice === told.gpus[keys[0]];
    store.set({ measured: "none", choice: brought ? told.home : choice });
  }

  function step(by) {
    const position = keys.indexOf(store.get().measured) + by;
    if (position >= 0 && position < keys.length) place(keys[position]);
  }

  const actions = { none: takeAway, a100: () => place("a100"), sgemm: () => place(keys[0]) };
  for (const radio of radios) {
    radio.addEventListener("change", () => actions[radio.value]());
  }
  achieved.addEventListener("change", () => {
    place("a100", achieved.checked ? told.achieved : told.gpus.a100);
  });
  for (const button of buttons) {
    button.addEventListener("click", () => place(button.dataset.measuredKernel));
  }
  previous.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(1));

  // What is said of the points that are shown, or nothing.
  function saying({ measured, choice }) {
    if (measured in kernels) return kernels[measured];
    if (measured === "none") return null;
    return choice === told.achieved ? told.a100.achieved : told.a100;
  }

  return function show(state, view, changed) {
    const { measured, choice } = state;
    const shown = setOf(measured);
    const said = saying(state);
    for (const radio of radios) radio.checked = radio.value === shown;
    for (const set of sets) set.hidden = set.dataset.measuredSet !== shown;
    achieved.checked = choice === told.achieved;
    if (said) sentences[shown].replaceChildren(...pieces(said.words));
    beside.replaceChildren(...pieces(said?.words ?? []));
    for (const row of rows) {
      row.classList.toggle("chosen", row.dataset.measuredRow === measured);
    }
    for (const button of buttons) {
      const current = button.dataset.measuredKernel === measured;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    previous.setAttribute("aria-disabled", measured === keys[0]);
    next.setAttribute("aria-disabled", measured === keys[keys.length - 1]);
    // A page that opens on points is silent, as with any of its steps.
    if (changed.has("measured") || changed.has("choice")) write(live, said?.spoken ?? "");
  };
}
