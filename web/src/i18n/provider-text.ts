// Translates the texts of built-in providers. Texts of other plugins are shown in their own language.
import { isMessageKey, useTranslate } from './translate.ts';

/** Returns the translation of a text of the server, or the text itself if there is none. */
export function useProviderText(): <T extends string | null>(text: T) => T | string {
  const t = useTranslate();
  return (text) => {
    const key = `providers.${text}`;
    return text !== null && isMessageKey(key) ? t(key) : text;
  };
}
