// What is in sight changes at once; what is not waits until that has been painted. Most
// of the page is out of sight, and a word there is not worth a late frame here.

export function createSight(root) {
  const away = new Set();
  const waiting = new Map();
  let asked = false;

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) away.delete(target);
      else away.add(target);
    }
  });
  // The stage stays in sight, and on small paper it has no box of its own to observe.
  for (const section of root.querySelectorAll("section:not(.stage)")) {
    observer.observe(section);
  }

  function catchUp() {
    asked = false;
    const tasks = [...waiting.values()];
    waiting.clear();
    for (const task of tasks) task();
  }
  // Paper shows all of the page.
  window.addEventListener("beforeprint", catchUp);

  // Of two tasks of one name the later is done: it knows the newer state.
  function later(name, task) {
    waiting.set(name, task);
    if (asked) return;
    asked = true;
    // A page in the background paints no frames.
    if (document.hidden) setTimeout(catchUp);
    else requestAnimationFrame(() => setTimeout(catchUp));
  }

  // Until the observer has spoken everything is in sight.
  const has = (element) => !away.has(element.closest("section"));

  return {
    has,
    later,
    // Now, if one of the elements is in sight.
    soon(name, elements, task) {
      if (!elements.some(has)) {
        later(name, task);
        return;
      }
      waiting.delete(name);
      task();
    },
  };
}
