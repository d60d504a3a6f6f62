// Steps through a book, asked for by keys, taps and the wheel: one after the other.

/** The most that wait: who holds a key down wants to stop when it is let go. */
const maxWaiting = 3;

/** One step after the other: foliate-js forgets what it is asked while it does something. */
export function createWheelTurns(): (step: () => Promise<void>) => Promise<void> {
  let waiting = 0;
  let last = Promise.resolve();
  return (step) => {
    if (waiting >= maxWaiting) return last;
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

/** A turn of the wheel turns one page; where the text scrolls, it goes on to the next part at the end. */
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
