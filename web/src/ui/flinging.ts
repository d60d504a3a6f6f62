// Whether the page is scrolled so fast that nobody sees what passes: nothing is requested for it then.
import { useEffect, useState } from 'react';

/** Screens a second. */
const minSpeed = 4;
/** Over which the speed is measured, and after which a page that did not move rests. */
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
  // After a pause the first event of a movement says nothing of its speed.
  const screens = passedMs > 2 * spanMs ? 0 : Math.abs(now.y - last.y) / window.innerHeight;
  last = now;
  const wasFlinging = isFlinging;
  isFlinging = screens / passedMs > minSpeed / 1_000;
  if (wasFlinging && !isFlinging) rest();
}

window.addEventListener('scroll', measure, { passive: true });

/** False for what appears while the page is flung, until that ends; then true for good. */
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
