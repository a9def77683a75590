// On paper: the picture that the page was sent with follows the steps of the chapter's
// walk. Every other state is printed as the live figure stands.

export function createPrint(story, root, drawing) {
  const steps = [...root.querySelectorAll("[data-poster-step]")];
  const posters = [...root.querySelectorAll("[data-poster]")];
  const drawn = root.querySelector("[data-printed]");
  const print = window.matchMedia("print");
  let redrawn = false;

  function show() {
    if (!print.matches || !redrawn) return;
    const picture = new Image();
    picture.alt = "";
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing().text)}`;
    drawn.replaceChildren(picture);
  }
  print.addEventListener("change", show);
  window.addEventListener("beforeprint", show);

  return function follow(state) {
    const { index, n, precision, levels, measured, ask, choice } = state;
    // The posters of the page are of the setting that it was sent with.
    const sent = posters.some(
      ({ dataset }) => dataset.poster === [choice, n, precision, levels].join(" "),
    );
    redrawn = !sent || measured !== "none" || ask !== null;
    root.toggleAttribute("data-redrawn", redrawn);
    for (const step of steps) {
      const position = Number(step.dataset.posterStep);
      step.classList.toggle("now", position === index);
      step.classList.toggle("passed", position < index);
      step.classList.toggle("ahead", position > index);
    }
  };
}
