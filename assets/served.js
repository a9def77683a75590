// Where the socket does not open, the picture and the tables stand but nothing moves: say
// what to set, on the page, to whoever runs the server.
setTimeout(() => {
  const lesson = document.getElementById("lesson");
  if ("live" in lesson.dataset) return;
  const note = document.createElement("p");
  note.dataset.unconnected = "";
  note.textContent =
    "The figure does not move: this page has no connection to its server. If you run it, " +
    `start it with --allow-websocket-origin=${location.host}, and let the proxy pass ` +
    "websockets. The picture and the tables below are complete without it.";
  lesson.querySelector("[data-notes]").append(note);
  new MutationObserver((_, observer) => {
    if (!("live" in lesson.dataset)) return;
    note.remove();
    observer.disconnect();
  }).observe(lesson, { attributes: true });
}, 8000);
