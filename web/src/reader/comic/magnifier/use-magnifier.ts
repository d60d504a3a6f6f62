// Whether the lens is on: while its key is held, or between two short key presses.
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
  // Only after it is on: the key that switched it on may still be pressed.
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
