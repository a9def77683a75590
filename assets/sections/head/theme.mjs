// Light and dark: the page follows the reader's system until the button is pressed.

export function createTheme(root, store) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const button = root.querySelector('[data-control="theme"]');

  const scheme = ({ theme }) =>
    theme === "auto" ? (dark.matches ? "dark" : "light") : theme;

  button.addEventListener("click", () => {
    store.set({ theme: scheme(store.get()) === "dark" ? "light" : "dark" });
  });

  return {
    scheme,
    onSystemChange: (listener) => dark.addEventListener("change", listener),
    show(state) {
      document.documentElement.dataset.theme = state.theme;
      button.setAttribute("aria-pressed", scheme(state) === "dark");
    },
  };
}
