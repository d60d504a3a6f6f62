// The interface language on this device: the chosen one, otherwise the first supported language of the browser.
import { useSyncExternalStore } from 'react';
import { isLanguage, type Language, matchLanguage, matchLocale } from './languages.ts';

const key = 'lectern.language';
function findChosen(): Language | undefined {
  try {
    const chosen = globalThis.localStorage?.getItem(key);
    return isLanguage(chosen) ? chosen : undefined;
  } catch {
    return undefined;
  }
}

let current: Language = findChosen() ?? matchLanguage(globalThis.navigator?.languages ?? []);
const listeners = new Set<() => void>();

export const getLanguage = (): Language => current;

function notify(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current;
  for (const listener of listeners) listener();
}
notify();

/** Changes the language immediately and stores the choice on this device. */
export function setLanguage(language: Language): void {
  if (language === current) return;
  current = language;
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage is full or blocked. The choice lasts until the page is closed.
  }
  notify();
}

/** Changes the language unless one was chosen on this device. Does not store it. */
export function suggestLanguage(language: Language): void {
  if (findChosen() !== undefined || language === current) return;
  current = language;
  notify();
}

/** The language that an account uses on this device only. */
const toOwnKey = (userId: string) => `${key}.${userId}`;

export function findOwnLanguage(userId: string): Language | undefined {
  try {
    const own = localStorage.getItem(toOwnKey(userId));
    return isLanguage(own) ? own : undefined;
  } catch {
    return undefined;
  }
}

/** Sets the language of an account on this device only. Undefined for the language of the account. */
export function setOwnLanguage(userId: string, language: Language | undefined): void {
  try {
    if (language) localStorage.setItem(toOwnKey(userId), language);
    else localStorage.removeItem(toOwnKey(userId));
  } catch {
    // Storage is full or blocked. The choice lasts until the page is closed.
  }
}

/** Changes to the language of an account. Without one, the language of the device remains. */
export function applyAccountLanguage({ id, language }: { id: string; language: string | null }): void {
  const chosen = findOwnLanguage(id) ?? language;
  if (isLanguage(chosen)) setLanguage(chosen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, getLanguage);

/** The variant of the language that this browser prefers. */
export const getLocale = (language: Language = current): string =>
  matchLocale(language, globalThis.navigator?.languages ?? []);

export const useLocale = (): string => getLocale(useLanguage());

/** Creates one value per language or locale on first use, because formatters are slow to create. */
export function perLanguage<T, L extends string = Language>(make: (language: L) => T): (language: L) => T {
  const known = new Map<L, T>();
  return (language) => {
    const value = known.get(language) ?? make(language);
    known.set(language, value);
    return value;
  };
}
