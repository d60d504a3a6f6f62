// Parses a number from metadata, where the whole text is the number.

import type { BookNumber } from '../parsed-name.ts';
import { toPlainText } from '../tokens/prepare.ts';
import { type Token, tokenize } from '../tokens/tokens.ts';
import { parseRoman } from './numerals.ts';
import { readNumber } from './read-number.ts';

/** Maximum number of words before a number: "Free Comic Book Day 1" is a title. */
const maxWords = 2;

/**
 * Parses "1", "007", "1.5", "1,5", "½", "1½", "1/2", "-1", "#7", "1A", "８", "Annual 1" and "IV" (ComicInfo 2.1 Number
 * and similar fields). The text keeps up to two words before the number and a suffix after it. The value is the number
 * alone. Returns undefined for other text, more than 15 digits, and more than 60 characters.
 */
export function parseNumberText(text: string): BookNumber | undefined {
  if (text.length > 60) return undefined;
  const plain = toPlainText(text.normalize('NFC').trim());
  const tokens = tokenize(plain, { start: 0, end: plain.length }, []);
  const roman = parseRoman(plain);
  if (roman) return { text: String(roman), value: roman };
  let at = 0;
  while (tokens[at]?.kind === 'word' && at < maxWords) at += 1;
  const words = tokens.slice(0, at).map((token) => token.plain);
  while (isSign(tokens[at], '#.')) at += 1;
  const negative = isSign(tokens[at], '-');
  const found = readNumber(tokens, negative ? at + 1 : at);
  if (!found) return undefined;
  const half = toHalf(tokens, found.next, found.number);
  if (!half && (found.tangled || found.next !== tokens.length)) return undefined;
  const number = half ?? found.number;
  return {
    text: [...words, `${negative ? '-' : ''}${number.text}`].join(' '),
    value: negative ? -number.value : number.value,
  };
}

function isSign(token: Token | undefined, characters: string): boolean {
  return token?.kind === 'sign' && characters.includes(token.plain);
}

function toHalf(tokens: readonly Token[], at: number, number: BookNumber): BookNumber | undefined {
  const isHalf = number.text === '1' && tokens.length === at + 2;
  return isHalf && tokens[at]?.plain === '/' && tokens[at + 1]?.plain === '2'
    ? { text: '½', value: 0.5 }
    : undefined;
}
