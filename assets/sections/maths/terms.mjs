// Linked terms: where a reader points at a symbol, or comes to it with the keyboard, it
// lights up everywhere. A tap, a click or a key's press keeps it lit.

export function createTerms(story, root, store) {
  const keys = [...root.querySelectorAll("[data-key]")].map(toKey);
  let hovered = null;
  let focused = null;
  let kept = null;
  let shown = null;

  const light = () => store.set({ term: hovered ?? focused ?? kept });
  const hover = (term) => {
    // Only a change is told: another module may have lit a term from the figure.
    if (term === hovered) return;
    hovered = term;
    light();
  };
  const focus = (term) => {
    if (term === focused) return;
    focused = term;
    light();
  };
  const clear = () => {
    hovered = focused = kept = null;
    light();
  };

  // The page itself says which term is lit in the same attribute; it is no term.
  function termAt(target) {
    const found = target?.closest?.("[data-term]");
    return found && found !== root && root.contains(found)
      ? found.getAttribute("data-term")
      : null;
  }

  // A finger does not hover: what it is over is told by the click that follows.
  root.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") hover(termAt(target));
  });
  root.addEventListener("pointerout", ({ relatedTarget, pointerType }) => {
    if (pointerType !== "touch") hover(termAt(relatedTarget));
  });
  root.addEventListener("focusin", ({ target }) => focus(termAt(target)));
  root.addEventListener("focusout", () => focus(null));
  root.addEventListener("click", ({ target }) => {
    const term = termAt(target);
    if (term === null || inOtherControl(target)) return;
    if (kept === term) {
      clear();
      return;
    }
    kept = term;
    store.set({ term });
    showKeys();
  });
  // The focus may be nowhere when a term was lit by the pointer.
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") clear();
  });

  function showKeys() {
    for (const key of keys) key.setAttribute("aria-pressed", key.dataset.key === kept);
  }

  return function show({ term }) {
    if (term === null) hovered = focused = kept = null;
    showKeys();
    if (term === shown) return;
    shown = term;
    if (term === null) delete root.dataset.term;
    else root.dataset.term = term;
    for (const each of root.querySelectorAll("[data-term]")) {
      each.classList.toggle("lit", each.getAttribute("data-term") === term);
    }
  };
}

// Without scripts an entry of the glossary is text; here it becomes a button.
function toKey(entry) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = entry.className;
  Object.assign(key.dataset, entry.dataset);
  key.setAttribute("aria-pressed", false);
  const about = entry.parentElement.querySelector("small");
  about.id = `about-${entry.dataset.key}`;
  key.setAttribute("aria-describedby", about.id);
  key.replaceChildren(...entry.childNodes);
  entry.replaceWith(key);
  return key;
}

// A click on a symbol that stands in another control is that control's.
function inOtherControl(target) {
  const control = target.closest(
    'button, a, input, select, label, summary, [role="slider"]',
  );
  return control !== null && !control.matches("[data-key]");
}
