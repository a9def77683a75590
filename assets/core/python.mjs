// Python's hand on the page: what a parameter is set to there, the page follows here. The
// lesson itself neither knows nor needs this module.

const NAMES = [
  ...["gpu", "tile", "n", "precision", "levels", "measured", "ask"],
  ...["peak", "bandwidth", "tensor", "intensity", "theme"],
];
// A GPU of one's own is whole with all of its figures, whichever came first.
const OWN = ["gpu", "peak", "bandwidth", "tensor"];

export function render({ model }) {
  const lesson = document.getElementById("lesson");
  const opened = JSON.parse(lesson.dataset.opened);
  const follow = (names) => {
    const detail = Object.fromEntries(names.map((name) => [name, model[name]]));
    lesson.dispatchEvent(new CustomEvent("set-state", { detail }));
  };
  for (const name of NAMES) {
    model.on(name, () => follow(OWN.includes(name) ? OWN : [name]));
  }
  // What was set between the sending of the page and the opening of the socket.
  const changed = NAMES.filter((name) => model[name] !== opened[name]);
  if (changed.length > 0) follow(changed);
  lesson.dataset.python = "";
  return null;
}
