// Which language the client speaks: what the account or the browser says, until somebody chooses another on this
// device. Words themselves are in the catalogues of the features (messages.ts beside what shows them).
import { useSyncExternalStore } from 'react';

/** The languages there are, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', ja: '日本語' } as const;
export type Language = keyof typeof languages;

const key = 'lectern.language';
const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages;

function findChosen(): Language | undefined {
  try {
    const chosen = globalThis.localStorage?.getItem(key);
    return isLanguage(chosen) ? chosen : undefined;
  } catch {
    return undefined;
  }
}

/** The first language of the list that there is a catalogue of; English where there is none. */
export function matchLanguage(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const [base = ''] = one.toLowerCase().split('-');
    if (isLanguage(base)) return base;
  }
  return 'en';
}

let current: Language = findChosen() ?? matchLanguage(globalThis.navigator?.languages ?? []);
const listeners = new Set<() => void>();

export const getLanguage = (): Language => current;

function tell(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current;
  for (const listener of listeners) listener();
}
tell();

/** Speaks another language at once, and on this device from now on. */
export function setLanguage(language: Language): void {
  if (language === current) return;
  current = language;
  localStorage.setItem(key, language);
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, getLanguage);

/** Made once for each language, when it is first asked for: what browsers make for a language takes them long. */
export function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const known = new Map<Language, T>();
  return (language) => {
    const value = known.get(language) ?? make(language);
    known.set(language, value);
    return value;
  };
}
