// Runs before the page's own scripts: notes when the server answered, when the browser
// first painted anything, and after which frame the picture and the living page stood.
(() => {
  const times = { answered: null, first: null, picture: null, live: null };
  window.benchTimes = times;
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name === "first-contentful-paint") times.first = startTime;
    }
  });
  observer.observe({ type: "paint", buffered: true });

  addEventListener("DOMContentLoaded", () => {
    times.answered = performance.getEntriesByType("navigation")[0].responseStart;
  });

  // An element that matches, also inside the shadow roots that Panel draws into.
  function find(selector, root) {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const { shadowRoot } of root.querySelectorAll("*")) {
      const deeper = shadowRoot && find(selector, shadowRoot);
      if (deeper) return deeper;
    }
    return null;
  }

  // The task after the frame in which the condition first holds. It goes before the
  // parser's tasks, or a script that comes next would be counted in.
  function stamp(name, holds) {
    const note = () => {
      times[name] = performance.now();
    };
    const frame = () => {
      if (holds()) scheduler.postTask(note, { priority: "user-blocking" });
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  const isLive = () =>
    document.getElementById("lesson")
      ? document.querySelector("#lesson[data-live]") !== null
      : find("h1", document) !== null;
  // The still picture, or the living one if that should ever be first.
  const hasPicture = () =>
    isLive() ||
    [...document.querySelectorAll(".poster svg")].some(
      (svg) => svg.getClientRects().length > 0,
    );
  stamp("picture", hasPicture);
  stamp("live", isLive);
})();
