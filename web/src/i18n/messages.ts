// The messages of each language, <code>.json: ICU messages by flat keys (`area.key`). The client loads one file, that of
// the language it shows; a file of its own because all messages together would make the first page's scripts a tenth larger.
import type en from './en.json';
import type { Language } from './languages.ts';

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

const addresses = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true });
const loading = new Map<Language, Promise<Messages>>();
const loaded = new Map<Language, Messages>();

/** The messages of a language if they are here already. */
export const findMessages = (language: Language): Messages | undefined => loaded.get(language);

/** The same promise for each call, marked for React's `use` once it is fulfilled. Never rejects. */
export function loadMessages(language: Language): Promise<Messages> {
  const known = loading.get(language);
  if (known) return known;
  const coming = load(language);
  loading.set(language, coming);
  void coming.then((value) => Object.assign(coming, { status: 'fulfilled', value }));
  return coming;
}

/** A file that cannot be loaded (offline, a newer version is installed) leaves the messages that are here, or English. */
async function load(language: Language): Promise<Messages> {
  try {
    const response = await fetch(addresses[`./${language}.json`] ?? '');
    if (!response.ok) throw new Error(`The messages are not there: ${response.status}`);
    const messages: Messages = await response.json();
    loaded.set(language, messages);
    return messages;
  } catch {
    const [other] = loaded.values();
    if (other) return other;
    return language === 'en' ? ({} as Messages) : loadMessages('en');
  }
}
