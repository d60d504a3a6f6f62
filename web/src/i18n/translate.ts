// Translates interface messages: `t('books.progress', { page, count, percent })`.
import { use } from 'react';
import { getLanguage, perLanguage, useLanguage } from './language.ts';
import type { Language } from './languages.ts';
import { readMessage, type Values } from './message.ts';
import { findMessages, loadMessages, type MessageKey } from './messages.ts';

export type { MessageKey };

/** scripts/check-messages.ts checks that each call passes the values of its message. */
export type Translate = (key: MessageKey, values?: Values) => string;

/** Suspends until the messages of the language are loaded. */
export function useTranslate(): Translate {
  const language = useLanguage();
  use(loadMessages(language));
  return toTranslate(language);
}

/** For messages outside components. */
export const translate: Translate = (key, values) => toTranslate(getLanguage())(key, values);

/** Whether a key built from a server value has a message. */
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
