// The whole screen for the book. The whole document goes there, so that menus and questions do, too.
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

export const useIsFull = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

/** Phones that have none ignore it. */
export function toggleFull(): void {
  const work = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  work?.catch(() => undefined);
}

export const leaveFull = (): void => {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
};
