// Reads numbers before their word: "2 глава", "1-4 тома", "2-й сезон", "3. Band", "3e tome", "12. Bölüm".

import { isBoundary, type Reading, startsFree, type WalkState } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { type MarkerKind, markerOfWord } from '../words/markers.ts';
import { toFact } from './read-mark.ts';
import { gluedAt } from './read-number.ts';

const ordinalEndings = new Set(
  `st nd rd th er re ère e è ème eme nde º ª й я е ый ой ий ая ья ое ье го`.split(' '),
);
/** Numbers and words alternate at most this often ("1 том 2 глава 3 часть"). */
const maxPairs = 4;

/**
 * Reads the number that begins with token `at` and the word after it. Cyrillic words follow a cardinal number, other words
 * an ordinal number. If a number follows the word, the word belongs to that number: "2 глава 5".
 */
export function readTrailingMark(
  tokens: readonly Token[],
  at: number,
  state: WalkState,
): Reading | undefined {
  const digits = tokens[at];
  if (digits?.kind !== 'digits' || digits.plain.length > 5 || !startsFree(tokens, at, state.afterFact))
    return undefined;
  const decimals = gluedAt(tokens, at + 1)?.plain === '.' && gluedAt(tokens, at + 2)?.kind === 'digits';
  let next = decimals ? at + 3 : at + 1;
  const value = Number(decimals ? `${digits.plain}.${tokens[at + 2]?.plain}` : digits.plain);
  const last = gluedAt(tokens, next)?.plain === '-' ? gluedAt(tokens, next + 1) : undefined;
  const end = last?.kind === 'digits' && Number(last.plain) > value ? Number(last.plain) : undefined;
  if (end !== undefined) next += 2;
  const ordinal = skipOrdinal(tokens, next);
  const kind = readWord(tokens[ordinal], ordinal > next);
  if (!kind || !endsInWord(tokens, ordinal)) return undefined;
  const text = String(value);
  return { facts: [toFact(kind, { text, value }, end)], next: ordinal + 1, isWeak: kind === 'season' };
}

/** Skips ".", "-й", "nd" after a number. */
function skipOrdinal(tokens: readonly Token[], at: number): number {
  const token = gluedAt(tokens, at);
  if (token?.plain === '.') return at + 1;
  const endingAt = token?.plain === '-' ? at + 1 : at;
  return ordinalEndings.has(gluedAt(tokens, endingAt)?.plain.toLowerCase() ?? '') ? endingAt + 1 : at;
}

function readWord(token: Token | undefined, isOrdinal: boolean): MarkerKind | undefined {
  if (token?.kind !== 'word' || token.plain.length < 2) return undefined;
  const isCyrillic = /^[а-яёіїєґ]/i.test(token.plain);
  return isCyrillic || (isOrdinal && !token.glued) ? markerOfWord(token.plain) : undefined;
}

/** Whether a sequence of words and numbers from the word at `at` ends in a word. */
function endsInWord(tokens: readonly Token[], at: number): boolean {
  let word = at;
  for (let pairs = 0; pairs < maxPairs; pairs++) {
    const digitsAt = tokens[word + 1]?.plain === '.' ? word + 2 : word + 1;
    if (tokens[digitsAt]?.kind !== 'digits') return pairs > 0 || isFreeEnd(tokens, word + 1);
    const behind = skipOrdinal(tokens, digitsAt + 1);
    if (!markerOfWord(tokens[behind]?.plain ?? '')) return false;
    word = behind;
  }
  return true;
}

/** "2 том" ends the text or precedes a title; "3. Band of Brothers" does not. */
function isFreeEnd(tokens: readonly Token[], at: number): boolean {
  return isBoundary(tokens, at) || /^[а-яёіїєґ.]/i.test(tokens[at]?.plain ?? '');
}
