// Finds an edition at the end of running text.

import { trimSeparators } from '../tokens/trim.ts';
import { readPhrase } from './read-phrase.ts';

const ordinal =
  /^(?:[0-9]{1,2}(?:st|nd|rd|th|e)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/i;
const kinds =
  `anniversary|absolute|collector's|complete|critical|definitive|deluxe|enhanced|expanded|facsimile|gallery|
  illustrated|international|kindle|limited|new|revised|special|student|updated`.split(/\|\s*/);

/**
 * Removes the edition from `texts` and returns it. It is either the whole last text ("A Apple Pie (1886) webp edition")
 * or the end of the last text ("Effective Java 3rd Edition").
 */
export function takeEdition(texts: string[]): string | undefined {
  const last = texts.at(-1);
  if (last === undefined) return undefined;
  const whole = texts.length > 1 ? readPhrase(last, last)?.[0] : undefined;
  if (whole?.kind === 'edition') {
    texts.pop();
    return whole.text;
  }
  const words = last.split(' ');
  let from = words.length - 1;
  while (from > 0 && words.length - from < 3 && isOfEdition(words[from - 1] ?? '')) from -= 1;
  if (from < 1 || from === words.length - 1 || !/^edition$/i.test(words.at(-1) ?? '')) return undefined;
  texts[texts.length - 1] = trimSeparators(words.slice(0, from).join(' '), true);
  return words.slice(from).join(' ');
}

function isOfEdition(word: string): boolean {
  return ordinal.test(word) || kinds.includes(word.toLowerCase());
}
