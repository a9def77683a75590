// Python's hand on the page: what a parameter is set to there, the page follows here. The
// lesson itself neither knows nor needs this module.

const NAMES = ["gpu", "tile", "intensity", "theme"];

export function render({ model }) {
  const lesson = document.getElementById("lesson");
  for (const name of NAMES) {
    model.on(name, () => {
      const detail = { [name]: model[name] };
      lesson.dispatchEvent(new CustomEvent("set-state", { detail }));
    });
  }
  lesson.dataset.python = "";
  return null;
}
