// Whether the lens is on: by its key for as long as that is held, or from one press to the next.
import { useCallback, useEffect, useMemo, useState } from 'react';

export interface Magnifier {
  isOn: boolean;
  set(isOn: boolean): void;
  toggle(): void;
}

const magnifierKey = 'z';
const holdMs = 400;

export function useMagnifier(): Magnifier {
  const [isOn, set] = useState(false);
  const toggle = useCallback(() => set((before) => !before), []);
  // Only once it is on: the key that put it on may still be down.
  useEffect(() => {
    if (!isOn) return;
    const sinceMs = performance.now();
    const release = ({ key }: KeyboardEvent) => {
      if (key.toLowerCase() === magnifierKey && performance.now() - sinceMs > holdMs) set(false);
    };
    window.addEventListener('keyup', release, { once: true });
    return () => window.removeEventListener('keyup', release);
  }, [isOn]);
  return useMemo(() => ({ isOn, set, toggle }), [isOn, toggle]);
}
