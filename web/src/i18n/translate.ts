// What the interface says, in the language that is chosen: `t('books.progress', { page, count, percent })`.
import { use } from 'react';
import { getLanguage, perLanguage, useLanguage } from './language.ts';
import type { Language } from './languages.ts';
import { readMessage, type Values } from './message.ts';
import { findMessages, loadMessages, type MessageKey } from './messages.ts';

export type { MessageKey };

/** That each message is given the values it names is checked by scripts/check-messages.ts. */
export type Translate = (key: MessageKey, values?: Values) => string;

/** Suspends until the messages of the language are loaded. */
export function useTranslate(): Translate {
  const language = useLanguage();
  use(loadMessages(language));
  return toTranslate(language);
}

/** For messages made outside of a component; those of the language that is shown now. */
export const translate: Translate = (key, values) => toTranslate(getLanguage())(key, values);

/** Whether there is a message for a key that was put together from what the server sent. */
export const isMessageKey = (key: string): key is MessageKey =>
  Object.hasOwn(findMessages(getLanguage()) ?? findMessages('en') ?? {}, key);

const toTranslate = perLanguage(createTranslate);

function createTranslate(language: Language): Translate {
  const formats = new Map<string, ReturnType<typeof readMessage>>();
  return (key, values) => {
    const message = (findMessages(language) ?? findMessages('en'))?.[key] ?? key;
    if (!values && !message.includes('{')) return message;
    const known = formats.get(message);
    const format = known ?? readMessage(message, language);
    if (!known) formats.set(message, format);
    return format(values ?? {});
  };
}
