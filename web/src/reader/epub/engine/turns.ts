// Runs page turns by keys, taps and the wheel one after the other.

/** Drops further turns, so that turning stops soon after a key is released. */
const maxQueued = 3;

/** Runs one turn at a time: foliate-js ignores a call during another. */
export function createWheelTurns(): (step: () => Promise<void>) => Promise<void> {
  let waiting = 0;
  let last = Promise.resolve();
  return (step) => {
    if (waiting >= maxQueued) return last;
    waiting += 1;
    last = last
      .then(step)
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return last;
  };
}

interface WheelParts {
  renderer: { next(): Promise<void>; prev(): Promise<void>; viewSize?: number; end?: number; start?: number };
  isScrolled(): boolean;
}

const restMs = 350;

/** One wheel gesture turns one page. In scrolled flow it turns only at the end of a section. */
export function createWheel({ renderer, isScrolled }: WheelParts) {
  let until = 0;
  return ({ deltaX, deltaY, ctrlKey, timeStamp }: WheelEvent) => {
    const delta = Math.abs(deltaY) >= Math.abs(deltaX) ? deltaY : deltaX;
    if (ctrlKey || timeStamp < until || Math.abs(delta) < 4) return;
    if (isScrolled()) {
      const { viewSize = 0, end = 0, start = 0 } = renderer;
      const isOver = delta > 0 ? viewSize - Math.abs(end) <= 2 : Math.abs(start) <= 0;
      if (!isOver) return;
    }
    until = timeStamp + restMs;
    void (delta > 0 ? renderer.next() : renderer.prev());
  };
}
