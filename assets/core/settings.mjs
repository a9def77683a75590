// The multiply and the levels: radio groups and the slider of the matrix size. What a GPU
// cannot show is not offered, and a remark says why.

import { NO_BREAK } from "./format.mjs";
import { write } from "./slots.mjs";

export function createSettings(story, root, store) {
  const slider = root.querySelector('[data-control="n"]');
  const output = root.querySelector("[data-n-output]");
  const groups = ["levels", "precision"].map((name) => ({
    name,
    radios: [...root.querySelectorAll(`input[name="${name}"]`)],
  }));
  const remark = (name) => root.querySelector(`[data-remark="${name}"]`);
  const last = story.sizes.length - 1;

  for (const { name, radios } of groups) {
    for (const radio of radios) {
      radio.addEventListener("change", () => {
        store.set({ [name]: radio.value, playing: false });
      });
    }
  }
  const goTo = (position) => {
    store.set({ n: story.sizes[Math.min(last, Math.max(0, position))], playing: false });
  };
  slider.addEventListener("input", () => goTo(slider.valueAsNumber));
  slider.addEventListener("keydown", (event) => {
    const far = { PageUp: 4, PageDown: -4 }[event.key];
    if (!far) return;
    event.preventDefault();
    goTo(slider.valueAsNumber + far);
  });

  return function show(state, view) {
    const position = story.sizes.indexOf(state.n);
    slider.value = position;
    slider.setAttribute("aria-valuetext", `${state.n} by ${state.n}`);
    write(output, `${state.n}${NO_BREAK}×${NO_BREAK}${state.n}`);
    const { shown, setting } = view;
    const { machine } = shown[0];
    for (const { name, radios } of groups) {
      for (const radio of radios) {
        radio.checked = radio.value === setting[name];
        if (name === "precision") {
          radio.disabled = !machine.precisions.includes(radio.value);
        }
      }
    }
    const { remarks } = story.words;
    const missing = Object.keys(story.precisions).find(
      (key) => !machine.precisions.includes(key),
    );
    const told = { gpu: machine.name, precision: missing && story.precisions[missing].name };
    const put = (name, kind) => {
      const text = kind ? remarks[kind] : "";
      write(remark(name), text.replace(/\{(\w+)\}/g, (_, key) => told[key]));
    };
    put("precision", missing ? "precision" : null);
    // Asked for, and not drawn: in BF16, or where shared memory is not known.
    const dropped = state.levels === "shared" && setting.levels !== "shared";
    put("levels", dropped ? (setting.precision === "bf16" ? "tensor" : "unknown") : null);
    const [hbm, shared] = groups[0].radios;
    hbm.checked = state.levels === "hbm";
    shared.checked = state.levels === "shared";
  };
}
