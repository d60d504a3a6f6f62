// Words of a part of the client in all languages: ICU messages, English at hand, others loaded when they are spoken.
// Each room has a catalogue of its own (its folder words/).
import { use, useMemo } from 'react';
import { type Language, useLanguage } from './language.ts';
import { readMessage, type Values } from './message.ts';

type Messages = Readonly<Record<string, string>>;
/** The same messages in another language: none left out, none added. */
export type Translated<M extends Messages> = Readonly<Record<keyof M, string>>;

export type { Values };

/** What has places to fill demands the values for them. */
type Rest<S extends string> = S extends `${string}{${string}` ? [values: Values] : [];
export type Text<M extends Messages> = <K extends keyof M & string>(key: K, ...rest: Rest<M[K]>) => string;

type Loaders<M extends Messages> = Record<Exclude<Language, 'en'>, () => Promise<Translated<M>>>;

/** The words of a part of the client, as far as they are loaded. */
export interface Catalogue<M extends Messages> {
  /** The same promise each time; one that is kept already says so. */
  load(language: Language): Promise<Messages>;
  /** What the keys are; English. */
  en: M;
}

export function createCatalogue<const M extends Messages>(en: M, loaders: Loaders<M>): Catalogue<M> {
  const loading = new Map<Language, Promise<Messages>>([['en', keep(Promise.resolve(en), en)]]);
  const begin = async (language: Language): Promise<Messages> => {
    if (language === 'en') return en;
    try {
      return await loaders[language]();
    } catch {
      // A part that cannot be loaded (offline, a newer version is installed) leaves English words, not a broken page.
      return en;
    }
  };
  return {
    en,
    load(language) {
      const known = loading.get(language);
      if (known) return known;
      const coming = begin(language);
      void coming.then((messages) => keep(coming, messages));
      loading.set(language, coming);
      return coming;
    },
  };
}

/** React's `use` reads a promise that is marked so without waiting. */
const keep = <T>(promise: Promise<T>, value: T): Promise<T> =>
  Object.assign(promise, { status: 'fulfilled', value });

/** The words: `t('books', { count: 3 })`. Until a language is loaded the component waits (React's Suspense). */
export function useMessages<M extends Messages>({ load }: Catalogue<M>): Text<M> {
  const language = useLanguage();
  // In every render: once it waited, React renders anew and counts the hooks (error 467 where one is left out).
  const messages = use(load(language));
  return useMemo(() => createFormat<M>(messages, language), [messages, language]);
}

const formats = new Map<string, ReturnType<typeof readMessage>>();

function createFormat<M extends Messages>(messages: Messages, language: Language): Text<M> {
  return (key, ...[values]) => {
    const message = messages[key] ?? key;
    if (!values && !message.includes('{')) return message;
    const known = formats.get(language + message);
    const format = known ?? readMessage(message, language);
    if (!known) formats.set(language + message, format);
    return format(values ?? {});
  };
}
