// The page's state in one place: whoever changes it says what, whoever shows it is told.

export function createStore(initial) {
  let state = Object.freeze({ ...initial });
  const listeners = [];
  return {
    get: () => state,
    set(patch) {
      const changed = Object.keys(patch).filter((name) => patch[name] !== state[name]);
      if (changed.length === 0) return;
      state = Object.freeze({ ...state, ...patch });
      for (const listener of listeners) listener(state, new Set(changed));
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
