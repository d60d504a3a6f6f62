// Reads marked numbers: "v01", "Vol. 3", "T03", "c012", "ch.12-14", "Chapter 5", "#12", "No. 7", "S01E02", "Book One".

import type { BookNumber, Fact } from '../parsed-name.ts';
import { isBoundary, type Reading, startsFree, type WalkState } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { type MarkerKind, markerOfLetter, markerOfWord, spelledNumber } from '../words/markers.ts';
import { parseRoman } from './numerals.ts';
import { gluedAt, type NumberAt, readNumber } from './read-number.ts';

/** Reads the marked number that begins with token `at`, including its range. */
export function readMark(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const token = tokens[at];
  if (token?.kind === 'sign') return readSignMark(tokens, at);
  if (token?.kind !== 'word' || !startsFree(tokens, at, state.afterFact)) return undefined;
  return token.plain.length === 1 ? readLetterMark(tokens, at, state) : readWordMark(tokens, at);
}

/** "#12", "#-1", "#½", "№ 7". */
function readSignMark(tokens: readonly Token[], at: number): Reading | undefined {
  const sign = tokens[at]?.plain;
  if (sign !== '#' && sign !== '№') return undefined;
  const negative = gluedAt(tokens, at + 1)?.plain === '-';
  const found = readNumber(tokens, at + (negative ? 2 : 1));
  if (!found || found.tangled) return undefined;
  if (!negative) return withRange(tokens, found, 'number');
  const { text, value } = found.number;
  return { facts: [{ kind: 'number', number: { text: `-${text}`, value: -value } }], next: found.next };
}

function readLetterMark(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const letter = tokens[at]?.plain ?? '';
  const point = gluedAt(tokens, at + 1)?.plain === '.' ? 1 : 0;
  if (/^n$/i.test(letter)) return readNumero(tokens, at);
  const kind = markerOfLetter(letter);
  const found = gluedAt(tokens, at + 1 + point) && readNumber(tokens, at + 1 + point);
  if (!kind || !found || found.width === 0 || isTangled(tokens, found)) return undefined;
  const isRevision = state.hasNumber || (state.inBracket && state.hasDigits);
  if (isRevision && found.width === 1 && /^v$/i.test(letter)) {
    return { facts: [{ kind: 'noise' }], next: found.next };
  }
  return isBelieved({ tokens, at, state, found, letter: letter.toLowerCase() })
    ? withRange(tokens, found, kind)
    : undefined;
}

/** "N° 7". */
function readNumero(tokens: readonly Token[], at: number): Reading | undefined {
  if (gluedAt(tokens, at + 1)?.plain !== '°') return undefined;
  const found = readNumber(tokens, at + 2);
  return found && !found.tangled ? withRange(tokens, found, 'number') : undefined;
}

interface LetterMark {
  tokens: readonly Token[];
  at: number;
  state: WalkState;
  found: NumberAt;
  letter: string;
}

/** "v" is unambiguous. The other letters also occur in model names ("C64", "T2", "E3"), so they need padded digits or context. */
function isBelieved({ tokens, at, state, found, letter }: LetterMark): boolean {
  const ends = isBoundary(tokens, found.next);
  const isFree = !tokens[at]?.glued || state.afterFact;
  switch (letter) {
    case 'v':
      return true;
    case 't':
      return isFree && (found.padded || (ends && (at > 0 || tokens[found.next] === undefined)));
    case 'c':
      return found.padded || state.hasVolume || (!state.inBracket && (found.width > 2 || ends));
    case 's':
      return isFree && (isEpisodeAt(tokens, found.next) || (found.padded && ends));
    default:
      return isFree && (state.afterFact || (found.padded && ends));
  }
}

function isEpisodeAt(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.plain ?? '';
  return /^e$/i.test(word) || markerOfWord(word) === 'episode';
}

function readWordMark(tokens: readonly Token[], at: number): Reading | undefined {
  const kind = markerOfWord(tokens[at]?.plain ?? '');
  if (!kind) return undefined;
  let next = at + 1;
  if (['.', ':', '°'].includes(gluedAt(tokens, next)?.plain ?? '')) next += 1;
  if (kind === 'number' && markerOfWord(tokens[next]?.plain ?? '') === 'number') {
    next += gluedAt(tokens, next + 1)?.plain === '.' ? 2 : 1;
  }
  if (tokens[next]?.plain === '#') next += 1;
  else if (gluedAt(tokens, next)?.plain === '-' && gluedAt(tokens, next + 1)?.kind === 'digits') next += 1;
  const found = readNumber(tokens, next);
  if (found) return isTangled(tokens, found) ? undefined : withRange(tokens, found, kind);
  return readSpelled(tokens, next, kind);
}

/** "Book One", "Volume IV". */
function readSpelled(tokens: readonly Token[], at: number, kind: MarkerKind): Reading | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.glued) return undefined;
  const value = spelledNumber(token.plain) ?? parseRoman(token.plain);
  if (!value || !isBoundary(tokens, at + 1)) return undefined;
  return { facts: [toFact(kind, { text: String(value), value })], next: at + 1 };
}

/** Whether characters other than the next mark are joined to the number ("v01c005", "c031p012"). */
function isTangled(tokens: readonly Token[], found: NumberAt): boolean {
  if (!found.tangled) return false;
  const isMark = /^[cvep]$/i.test(tokens[found.next]?.plain ?? '');
  return !isMark || gluedAt(tokens, found.next + 1)?.kind !== 'digits';
}

function withRange(tokens: readonly Token[], found: NumberAt, kind: MarkerKind): Reading {
  const last = readRangeEnd(tokens, found.next, { first: found.number.value, kind });
  return { facts: [toFact(kind, found.number, last?.value)], next: last?.next ?? found.next };
}

/**
 * Reads the end of a range ("-3", " - 05", "–c006", "à T05") whose first number ends before `at`. Returns undefined if
 * the number is not greater. Across spaces a boundary must follow, so that "Ch. 5 - 10 Years Later" has a title.
 */
export function readRangeEnd(
  tokens: readonly Token[],
  at: number,
  range: { first: number; kind: MarkerKind },
): { value: number; width: number; next: number } | undefined {
  const joint = tokens[at];
  const isSign = joint?.kind === 'sign' && (joint.plain === '-' || joint.plain === '~');
  const isWord =
    joint?.kind === 'word' && !joint.glued && ['to', 'à', 'bis'].includes(joint.plain.toLowerCase());
  if (!isSign && !isWord) return undefined;
  const digitsAt = skipMark(tokens, at + 1, range.kind);
  const isMarked = digitsAt > at + 1;
  const found = readNumber(tokens, digitsAt);
  if (!found || found.width === 0 || found.number.value <= range.first || isTangled(tokens, found))
    return undefined;
  const isTight = isSign && joint.glued && tokens[at + 1]?.glued === true;
  if (!isTight && !isMarked && (isWord || !isBoundary(tokens, found.next))) return undefined;
  return { value: found.number.value, width: found.width, next: found.next };
}

function skipMark(tokens: readonly Token[], at: number, kind: MarkerKind): number {
  const token = tokens[at];
  if (token?.plain === '#') return at + 1;
  const marks =
    token?.kind === 'word' ? (markerOfLetter(token.plain) ?? markerOfWord(token.plain)) : undefined;
  if (marks !== kind) return at;
  return gluedAt(tokens, at + 1)?.plain === '.' ? at + 2 : at + 1;
}

function toFact(kind: MarkerKind, number: BookNumber, end?: number): Fact {
  const { value } = number;
  if (kind === 'number') return { kind, number, end };
  if (kind === 'volume' && Number.isInteger(value) && value >= 1900 && value <= 2100) {
    return { kind: 'year', year: value, ofSeries: true };
  }
  const counted = kind === 'season' ? 'volume' : kind === 'episode' ? 'chapter' : kind;
  return { kind: counted, value, end };
}
