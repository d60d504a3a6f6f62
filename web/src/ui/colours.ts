// The color scheme of the interface: the system's, or the choice on this device. first.ts applies it before the first paint;
// this module changes it.
import type { MantineColorSchemeManager } from '@mantine/core';
import { useLayoutEffect, useSyncExternalStore } from 'react';

export const colourChoices = ['system', 'light', 'dark', 'black'] as const;
export type Colours = (typeof colourChoices)[number];

/** Storage key of the choice. first.ts also reads it. */
const key = 'lectern.colours';

export const isColours = (value: unknown): value is Colours => colourChoices.some((one) => one === value);

function readStored(): Colours {
  const stored = localStorage.getItem(key);
  return isColours(stored) ? stored : 'system';
}

let current = readStored();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setColours(colours: Colours): void {
  current = colours;
  try {
    localStorage.setItem(key, colours);
  } catch {
    // Storage is full or blocked. The choice lasts until the page is closed.
  }
  show();
  for (const listener of listeners) listener();
}

export const useColours = (): Colours => useSyncExternalStore(subscribe, () => current);

/** The color scheme for Mantine. Undefined to follow the system. */
const toScheme = (): 'light' | 'dark' | undefined => {
  if (darkStages > 0) return 'dark';
  return current === 'system' ? undefined : current === 'light' ? 'light' : 'dark';
};

export const useScheme = (): 'light' | 'dark' | undefined => useSyncExternalStore(subscribe, toScheme);

/** Number of open readers with a dark stage. */
let darkStages = 0;

/** While mounted, the interface is dark, so that dialogs over a dark stage are not bright. */
export function useDarkStage(): void {
  useLayoutEffect(() => {
    changeStages(1);
    return () => changeStages(-1);
  }, []);
}

function changeStages(by: 1 | -1): void {
  darkStages += by;
  show();
  for (const listener of listeners) listener();
}

/** Mantine does not store the color scheme. */
export const withoutStorage: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Color of the browser and system bars around the page. */
const barColours = { light: '#ffffff', dark: '#12151b', black: '#000000' } as const;

function show(): void {
  const chosen = current === 'system' ? (prefersDark.matches ? 'dark' : 'light') : current;
  const shown = darkStages > 0 && chosen === 'light' ? 'dark' : chosen;
  document.documentElement.dataset.colours = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColours[shown]);
}

prefersDark.addEventListener('change', show);
// Changed in another tab.
window.addEventListener('storage', (event) => {
  if (event.key !== key) return;
  current = readStored();
  show();
  for (const listener of listeners) listener();
});
