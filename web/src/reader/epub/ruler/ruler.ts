// Where the reading ruler is: pixels from the top of the window to its middle. Its own store, as it follows the mouse.

/** The ruler stays beside the bars. */
const edge = 60;
/** After a page turn it waits at the first lines, in shares of the window. */
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
