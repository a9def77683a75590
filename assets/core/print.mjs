// On paper: the picture that the page was sent with follows the steps of the chapter's
// walk. Every other state is printed as the live figure stands.

export function createPrint(story, root, drawing) {
  const steps = [...root.querySelectorAll("[data-poster-step]")];
  const posters = [...root.querySelectorAll("[data-poster]")];
  const drawn = root.querySelector("[data-printed]");
  const print = window.matchMedia("print");
  // What the posters show, whatever the address has asked for since.
  const opened = JSON.parse(root.dataset.opened);
  let redrawn = false;
  let shown = false;

  function show() {
    if (!redrawn) return;
    shown = true;
    const picture = new Image();
    picture.alt = "";
    const text = onPaper(story.look, drawing().text);
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    drawn.replaceChildren(picture);
  }
  // The live figure has no place on paper: it is drawn before it leaves its own.
  window.addEventListener("beforeprint", show);
  // Where paper is only tried out on the screen, this alone tells of it.
  print.addEventListener("change", () => {
    if (print.matches && !shown) show();
    shown &&= print.matches;
  });

  // Two GPUs of a reader's own are one choice and two pictures.
  function isSent({ choice, own, n, precision, levels }) {
    const name = [choice, n, precision, levels].join(" ");
    const alike = Object.keys(own).every((figure) => own[figure] === opened[figure]);
    const known = posters.some(({ dataset }) => dataset.poster === name);
    return known && (choice !== story.own.key || alike);
  }

  return function follow(state) {
    const { index, measured, ask } = state;
    redrawn = !isSent(state) || measured !== "none" || ask !== null;
    root.toggleAttribute("data-redrawn", redrawn);
    for (const step of steps) {
      const position = Number(step.dataset.posterStep);
      step.classList.toggle("now", position === index);
      step.classList.toggle("passed", position < index);
      step.classList.toggle("ahead", position > index);
    }
  };
}

// Paper is light: where the live figure stands in the dark, each colour becomes its
// counterpart. The drawing writes a colour as the palette does, or by its channels.
function onPaper({ dark, light }, text) {
  const channels = (hex) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ?");
  return Object.entries(dark).reduce(
    (drawn, [name, hex]) =>
      drawn.replace(new RegExp(`${hex}|rgb\\(${channels(hex)}\\)`, "gi"), light[name]),
    text,
  );
}
