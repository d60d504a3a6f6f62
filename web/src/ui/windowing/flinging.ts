// Detects fast scrolling, during which no images are requested.
import { useEffect, useState } from 'react';

/** Screens per second. */
const minSpeed = 4;
/** Interval for measuring the speed, and the time without movement after which scrolling has ended. */
const spanMs = 100;

let isFlinging = false;
let last = { y: 0, atMs: 0 };
let timer: number | undefined;
const waiting = new Set<() => void>();

function rest(): void {
  isFlinging = false;
  for (const listener of [...waiting]) listener();
}

function measure(): void {
  const now = { y: window.scrollY, atMs: performance.now() };
  window.clearTimeout(timer);
  timer = window.setTimeout(rest, spanMs);
  const passedMs = now.atMs - last.atMs;
  if (passedMs < spanMs / 2) return;
  // The first event after a pause has no measurable speed.
  const screens = passedMs > 2 * spanMs ? 0 : Math.abs(now.y - last.y) / window.innerHeight;
  last = now;
  const wasFlinging = isFlinging;
  isFlinging = screens / passedMs > minSpeed / 1_000;
  if (wasFlinging && !isFlinging) rest();
}

window.addEventListener('scroll', measure, { passive: true });

/** False for items that appear during fast scrolling, until it ends. Then permanently true. */
export function useHasRested(): boolean {
  const [hasRested, setRested] = useState(() => !isFlinging);
  useEffect(() => {
    if (hasRested) return;
    const listener = () => setRested(true);
    if (!isFlinging) return listener();
    waiting.add(listener);
    return () => void waiting.delete(listener);
  }, [hasRested]);
  return hasRested;
}
