// Warmth of the page colors in percent. One setting for all books on this device, because it depends on the light in the
// room.

import { useSyncExternalStore } from 'react';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';

const key = 'lectern.warmth';
const listeners = new Set<() => void>();

function read(): number {
  const stored = Number(readFromDevice(key) ?? 0);
  return stored >= 0 && stored <= 100 ? stored : 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab changed the value.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** 0 for unchanged colors, 100 for candlelight. */
export const useWarmth = (): number => useSyncExternalStore(subscribe, read);

export function setWarmth(warmth: number): void {
  storeOnDevice(key, String(warmth));
  for (const listener of listeners) listener();
}

/** The color of white in this light. At 100, about 2,700 kelvin. */
export function toLightColour(warmth: number): string {
  const share = warmth / 100;
  return `rgb(255 ${Math.round(255 - 86 * share)} ${Math.round(255 - 168 * share)})`;
}
