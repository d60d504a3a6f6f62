// Full screen of the whole document, so that menus and dialogs remain visible.
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

/** False on phones without full-screen support. */
export const hasFullScreen = (): boolean => 'requestFullscreen' in document.documentElement;

/** Does nothing without full-screen support. */
export function toggleFullScreen(): void {
  const work = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  work?.catch(() => undefined);
}

export const exitFullScreen = (): void => {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
};
