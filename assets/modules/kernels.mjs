// The table of real kernels: a chosen row stands on the figure.

import { write } from "./words.mjs";

export function createKernels(story, root, store) {
  // Without scripts a name is text; here it becomes a button, for now it can do something.
  const buttons = [...root.querySelectorAll("[data-kernel]")].map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name.className;
    button.dataset.kernel = name.dataset.kernel;
    button.setAttribute("aria-describedby", `why-${name.dataset.kernel}`);
    button.textContent = name.textContent;
    name.replaceWith(button);
    return button;
  });
  const rows = [...root.querySelectorAll("[data-kernel-row]")];
  const live = root.querySelector("[data-kernel-live]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const { kernel } = button.dataset;
      store.set({ kernel: store.get().kernel === kernel ? null : kernel });
    });
  }
  return function show({ choice, kernel }) {
    for (const button of buttons) {
      const chosen = button.dataset.kernel === kernel;
      button.setAttribute("aria-pressed", chosen);
    }
    for (const row of rows) {
      row.classList.toggle("chosen", row.dataset.kernelRow === kernel);
    }
    const gpus = kernel ? story.kernels[kernel].gpus : {};
    write(
      live,
      kernel ? story.choices[choice].map((gpu) => gpus[gpu].words).join(" ") : "",
    );
  };
}
