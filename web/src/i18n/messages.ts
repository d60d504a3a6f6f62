// The messages of each language, <code>.json: ICU messages by flat keys (`area.key`). The client loads only the current
// language, because all together would increase the first page by a tenth. Messages of the server (`reasons.…`) exist only
// in translations: responses contain their English text.
import type { ReasonKey } from '@lectern/contract/reasons';
import { isBritish, toBritish } from './british.ts';
import type en from './en.json';
import { getLanguage, getLocale } from './language.ts';
import type { Language } from './languages.ts';

export type MessageKey = keyof typeof en | `reasons.${ReasonKey}`;
export type Messages = Readonly<Partial<Record<MessageKey, string>>>;

const addresses = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true });
const loading = new Map<Language, Promise<Messages>>();
const loaded = new Map<Language, Messages>();

/** The messages of a language if they are loaded. */
export const findMessages = (language: Language): Messages | undefined => loaded.get(language);

/** Returns the same promise for each call, marked for React's `use` when fulfilled. Never rejects. */
export function loadMessages(language: Language): Promise<Messages> {
  const known = loading.get(language);
  if (known) return known;
  const coming = load(language);
  loading.set(language, coming);
  void coming.then((value) => Object.assign(coming, { status: 'fulfilled', value }));
  return coming;
}

/** Requests the messages of the current language again, for the cache of a service worker that has just started. */
export function cacheMessages(): void {
  fetch(addresses[`./${getLanguage()}.json`] ?? '').catch(() => undefined);
}

/** Whether the interface waits for messages that failed to load. */
export const areMissing = (): boolean => isMissing;
let isMissing = false;
const listeners = new Set<() => void>();

export function subscribeMissing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Retries until the file is loaded. Meanwhile, uses the messages of another language if they are loaded. */
async function load(language: Language): Promise<Messages> {
  const messages = await fetchMessages(language);
  if (messages) return messages;
  const coming = retry(language);
  const [other] = loaded.values();
  return other ?? coming;
}

async function retry(language: Language): Promise<Messages> {
  for (let pauseMs = 500; ; pauseMs = Math.min(30_000, 2 * pauseMs)) {
    setMissing(loaded.size === 0);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const messages = await fetchMessages(language);
    if (messages) return messages;
  }
}

async function fetchMessages(language: Language): Promise<Messages | undefined> {
  try {
    const response = await fetch(addresses[`./${language}.json`] ?? '');
    if (!response.ok) return undefined;
    const written = await response.json();
    const messages: Messages = isBritish(getLocale(language)) ? toBritish(written) : written;
    loaded.set(language, messages);
    setMissing(false);
    return messages;
  } catch {
    return undefined;
  }
}

function setMissing(value: boolean): void {
  isMissing = value;
  for (const listener of listeners) listener();
}
