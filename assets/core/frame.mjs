// In a frame: tell the page around it how high the lesson would like to be. Nobody need
// listen.

export function createFrame(root, message) {
  if (window.parent === window) return;
  let told = 0;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    window.parent.postMessage({ type: message, height }, "*");
  };
  new ResizeObserver(tell).observe(root);
}
