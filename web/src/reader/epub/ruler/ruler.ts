// The position of the reading ruler: pixels from the top of the window to its middle. It has a separate store because it
// follows the mouse.

/** Keeps the ruler out of the bars. */
const edge = 60;
/** Position after a page turn, at the first lines, as shares of the window height. */
const begin = 0.16;

const keepIn = (y: number): number => Math.round(Math.min(Math.max(edge, y), innerHeight - edge));

export type Ruler = ReturnType<typeof createRuler>;

export function createRuler() {
  let y = keepIn(innerHeight * begin);
  const listeners = new Set<() => void>();
  const move = (to: number) => {
    y = keepIn(to);
    for (const tell of listeners) tell();
  };
  return {
    get: () => y,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move,
    toTop: () => move(innerHeight * begin),
  };
}
