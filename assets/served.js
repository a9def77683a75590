// Tell whoever runs the server when its socket stays shut: the lesson goes on without it,
// but Python cannot move the page.
setTimeout(() => {
  const lesson = document.getElementById("lesson");
  if ("python" in lesson.dataset) return;
  const note = document.createElement("p");
  note.dataset.unconnected = "";
  note.textContent =
    "This page has no connection to its server. The lesson works without one. If you run " +
    `the server, start it with --allow-websocket-origin=${location.host}, and let the ` +
    "proxy pass websockets.";
  lesson.querySelector("[data-notes]").append(note);
  new MutationObserver((_, observer) => {
    if (!("python" in lesson.dataset)) return;
    note.remove();
    observer.disconnect();
  }).observe(lesson, { attributes: true });
}, 8000);
