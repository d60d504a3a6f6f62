// Reads marked numbers: "v01", "Vol. 3", "T03", "c012", "ch.12-14", "Chapter 5", "#12", "No. 7", "S01E02", "Book One".

import type { BookNumber, Fact } from '../parsed-name.ts';
import { isBoundary, type Reading, startsFree, type WalkState } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { formatOfPhrase } from '../words/formats.ts';
import {
  isIssueWord,
  isPluralMarker,
  isUnknownNumber,
  jointOfWord,
  type MarkerKind,
  markerOfLetter,
  markerOfWord,
  spelledNumber,
} from '../words/markers.ts';
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
  if (!found) return readLetterNumber(tokens, at + 1);
  if (found.tangled) return undefined;
  if (!negative)
    return { ...withRange(tokens, found, { kind: 'number' }), isWeak: at === 0 && !found.padded };
  const { text, value } = found.number;
  return { facts: [{ kind: 'number', number: { text: `-${text}`, value: -value } }], next: found.next };
}

/** "#S01": the letters before the digits belong to the number. */
function readLetterNumber(tokens: readonly Token[], at: number): Reading | undefined {
  const letters = gluedAt(tokens, at)?.plain ?? '';
  const digits = gluedAt(tokens, at + 1);
  if (!/^[A-Z]{1,3}$/.test(letters) || digits?.kind !== 'digits' || digits.plain.length > 6) return undefined;
  if (gluedAt(tokens, at + 2)?.kind === 'word') return undefined;
  const number = { text: letters + digits.plain, value: Number(digits.plain) };
  return { facts: [{ kind: 'number', number }], next: at + 2 };
}

function readLetterMark(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const letter = tokens[at]?.plain ?? '';
  const point = gluedAt(tokens, at + 1)?.plain === '.' ? 1 : 0;
  if (/^n$/i.test(letter)) return readNumero(tokens, at);
  const pointed = readPointedVolume(tokens, at);
  if (pointed) return pointed;
  const kind = markerOfLetter(letter);
  const found = gluedAt(tokens, at + 1 + point) && readNumber(tokens, at + 1 + point);
  if (!kind || !found || found.width === 0 || isTangled(tokens, found)) return undefined;
  const isRevision =
    state.hasNumber ||
    (state.inBracket && state.hasDigits) ||
    (state.isEbook && state.hasDigits && found.number.text.endsWith('.0'));
  if (isRevision && found.width === 1 && found.number.value > 0 && /^v$/i.test(letter)) {
    return { facts: [{ kind: 'noise' }], next: found.next };
  }
  return isBelieved({ tokens, at, state, found, letter: letter.toLowerCase() })
    ? { ...withRange(tokens, found, { kind }), isWeak: kind === 'season' }
    : undefined;
}

/** "N° 7", "n. 412", and "n 412" at the end of a text. */
function readNumero(tokens: readonly Token[], at: number): Reading | undefined {
  const hasSign = '°.'.includes(gluedAt(tokens, at + 1)?.plain ?? ' ');
  const found = readNumber(tokens, hasSign ? at + 2 : at + 1);
  if (!found || found.tangled || found.width === 0) return undefined;
  const isAlone = at > 0 && tokens[at + 1]?.glued === false && isBoundary(tokens, found.next);
  return hasSign || (isAlone && tokens[at]?.plain === 'n')
    ? { ...withRange(tokens, found, { kind: 'number' }), isWeak: !found.padded }
    : undefined;
}

/** "т. 5", "t. 5": a volume with a point and a space. */
function readPointedVolume(tokens: readonly Token[], at: number): Reading | undefined {
  if (!/^[тt]$/i.test(tokens[at]?.plain ?? '') || gluedAt(tokens, at + 1)?.plain !== '.') return undefined;
  const found = readNumber(tokens, at + 2);
  const isVolume = found && found.width > 0 && !found.tangled && at > 0;
  return isVolume ? withRange(tokens, found, { kind: 'volume' }) : undefined;
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
      if (isSlugTome(tokens, at, found)) return true;
      if (at === 0 && found.width > 1 && ends) return true;
      return isFree && (found.padded || isDashAt(tokens, at - 1) || isTomeAt(tokens, at, found));
    case 'c':
      return found.padded || state.hasVolume || (!state.inBracket && (found.width > 2 || ends));
    case 's':
      if (at === 0 && !tokens[found.next]) return true;
      if (found.width > 2) return false;
      if (tokens[at - 1]?.plain === '-' && isChapterAt(tokens, found.next)) return true;
      return isFree && (isChapterAt(tokens, found.next) || (found.padded && ends));
    default:
      return isFree && (state.afterFact || (ends && (found.padded || (!state.isEbook && found.width === 2))));
  }
}

/** "T3" at the end of a text, or before "à T5". */
function isTomeAt(tokens: readonly Token[], at: number, found: NumberAt): boolean {
  const behind = tokens[found.next];
  if (jointOfWord(behind?.plain ?? '') === 'to') return /^t$/i.test(tokens[found.next + 1]?.plain ?? '');
  return isBoundary(tokens, found.next) && (at > 0 || behind === undefined);
}

/** "aldebaran-antares-t6": the end of several words joined by hyphens. */
function isSlugTome(tokens: readonly Token[], at: number, found: NumberAt): boolean {
  const isJoined = [at - 1, at - 3].every((sign) => gluedAt(tokens, sign)?.plain === '-');
  const isWords = [at - 2, at - 4].every((word) => tokens[word]?.kind === 'word');
  return isJoined && isWords && tokens[at]?.glued === true && isBoundary(tokens, found.next);
}

function isDashAt(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.plain === '-' && !tokens[at]?.glued;
}

/** "S2E05", "S2 Ep. 12", "S2 - Chapter 12", "S2 c012", "S2 #5", "S2 - 012". */
function isChapterAt(tokens: readonly Token[], after: number): boolean {
  const at = tokens[after]?.plain === '-' ? after + 1 : after;
  const token = tokens[at];
  const word = token?.plain ?? '';
  if (/^[ec]$/i.test(word) || word === '#') return true;
  if (token?.kind === 'known') return true;
  if (token?.kind === 'digits') return !token.glued && token.plain.length > 1 && isBoundary(tokens, at + 1);
  return ['episode', 'chapter'].includes(markerOfWord(word) ?? '');
}

function readWordMark(tokens: readonly Token[], at: number): Reading | undefined {
  const word = tokens[at]?.plain ?? '';
  const kind = markerOfWord(word);
  if (!kind) return undefined;
  let next = at + 1;
  if (['.', ':', '°'].includes(gluedAt(tokens, next)?.plain ?? '')) next += 1;
  if ((kind === 'volume' || kind === 'chapter') && isUnknownNumber(tokens[next]?.plain ?? '')) {
    return { facts: [{ kind: 'noise' }], next: next + 1 };
  }
  if (kind === 'number' && markerOfWord(tokens[next]?.plain ?? '') === 'number') {
    next += gluedAt(tokens, next + 1)?.plain === '.' ? 2 : 1;
  }
  const isPlural = (at === 0 && kind === 'volume') || isPluralMarker(word);
  if (isPlural && /^(?:de|da|von|from|с|del|dal)$/i.test(tokens[next]?.plain ?? '')) next += 1;
  if (tokens[next]?.plain === '#') next += 1;
  else if (gluedAt(tokens, next)?.plain === '-' && gluedAt(tokens, next + 1)?.kind === 'digits') next += 1;
  const found = readNumber(tokens, next);
  const isInTitles = (kind === 'number' && !isIssueWord(word)) || kind === 'season' || kind === 'episode';
  const isWeak = isInTitles && found?.padded !== true;
  if (!found) return readSpelled(tokens, next, { kind, isWeak });
  return isTangled(tokens, found) ? undefined : { ...withRange(tokens, found, { kind, isPlural }), isWeak };
}

/** "Book One", "Volume IV". */
function readSpelled(
  tokens: readonly Token[],
  at: number,
  { kind, isWeak }: { kind: MarkerKind; isWeak: boolean },
): Reading | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.glued) return undefined;
  const value = spelledNumber(token.plain) ?? parseRoman(token.plain);
  const isEnd = isBoundary(tokens, at + 1) || formatOfPhrase(tokens[at + 1]?.plain ?? '')?.inText === 'drop';
  if (!value || !isEnd) return undefined;
  return { facts: [toFact(kind, { text: String(value), value })], next: at + 1, isWeak };
}

/** Whether characters other than the next mark are joined to the number ("v01c005", "c031p012"). */
function isTangled(tokens: readonly Token[], found: NumberAt): boolean {
  if (!found.tangled) return false;
  const isMark = /^[cvep]$/i.test(tokens[found.next]?.plain ?? '');
  return !isMark || gluedAt(tokens, found.next + 1)?.kind !== 'digits';
}

function withRange(
  tokens: readonly Token[],
  found: NumberAt,
  { kind, isPlural }: { kind: MarkerKind; isPlural?: boolean },
): Reading {
  const last = readRangeEnd(tokens, found, { kind, isPlural });
  const ofYear = readYearOfIssue(tokens, found, kind);
  if (ofYear) return ofYear;
  const half = last ? undefined : readHyphenDecimal(tokens, found, kind);
  if (half) return half;
  return { facts: [toFact(kind, found.number, last?.value)], next: last?.next ?? found.next };
}

/** "Heft 23-1985": an issue and its year. */
function readYearOfIssue(tokens: readonly Token[], found: NumberAt, kind: MarkerKind): Reading | undefined {
  const year = gluedAt(tokens, found.next + 1);
  if (kind !== 'number' || gluedAt(tokens, found.next)?.plain !== '-' || found.width > 2) return undefined;
  if (!/^(?:19|20)[0-9]{2}$/.test(year?.plain ?? '') || gluedAt(tokens, found.next + 2)) return undefined;
  const facts: Fact[] = [toFact(kind, found.number), { kind: 'year', year: Number(year?.plain) }];
  return { facts, next: found.next + 2 };
}

/** "one-piece-chapter-1050-5" is chapter 1050.5: addresses of downloaders contain no points. */
function readHyphenDecimal(tokens: readonly Token[], found: NumberAt, kind: MarkerKind): Reading | undefined {
  const digits = gluedAt(tokens, found.next + 1);
  const isSlug = tokens[1]?.glued === true && gluedAt(tokens, found.next)?.plain === '-';
  if (!isSlug || kind !== 'chapter' || !/^[1-9]$/.test(digits?.plain ?? '') || found.next + 2 < tokens.length)
    return undefined;
  const text = `${found.number.text}.${digits?.plain}`;
  return { facts: [toFact(kind, { text, value: Number(text) })], next: found.next + 2 };
}

/**
 * Reads the end of a range ("-3", " - 05", "–c006", "à T05", "et 2") after its first number. Returns undefined if the number
 * is not greater. Across spaces a boundary must follow, so that "Ch. 5 - 10 Years Later" has a title. "Vol 2 - 103" and
 * "v1-067" are a volume and an issue.
 */
export function readRangeEnd(
  tokens: readonly Token[],
  first: NumberAt,
  { kind, isPlural = false }: { kind: MarkerKind; isPlural?: boolean },
): { value: number; width: number; next: number } | undefined {
  const at = first.next;
  const joint = readJoint(tokens, at);
  if (!joint) return undefined;
  const digitsAt = skipMark(tokens, at + 1, kind);
  const isMarked = digitsAt > at + 1;
  const found = readNumber(tokens, digitsAt);
  const isGreater = found && found.width > 0 && found.number.value > first.number.value;
  if (!isGreater || isTangled(tokens, found)) return undefined;
  const isNext = found.number.value === first.number.value + 1;
  const isPair = isPlural || isMarked || isTight(tokens, at) || kind === 'volume';
  if (joint === 'and' && !(isNext && isPair)) return undefined;
  // "No 3 - 043" is number 43 of a title.
  const isUneven = joint === 'sign' && !isPlural && !isMarked && !isTight(tokens, at);
  if (isUneven && !first.padded && found.padded) return undefined;
  const isRange = joint !== 'sign' || isPlural || isMarked || (kind !== 'volume' && kind !== 'season');
  if (!isRange && isIssueBehindVolume(first, found, isTight(tokens, at))) return undefined;
  const isSure = isMarked || (joint === 'sign' && isTight(tokens, at));
  if (!isSure && !isBoundary(tokens, found.next)) return undefined;
  return { value: found.number.value, width: found.width, next: found.next };
}

function isTight(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.glued === true && tokens[at + 1]?.glued === true;
}

function readJoint(tokens: readonly Token[], at: number): 'sign' | 'to' | 'and' | undefined {
  const joint = tokens[at];
  if (joint?.kind === 'sign') {
    if ('-~'.includes(joint.plain)) return 'sign';
    return '&+'.includes(joint.plain) ? 'and' : undefined;
  }
  if (joint?.kind !== 'word' || joint.glued) return undefined;
  return jointOfWord(joint.plain);
}

/** "Vol 2 - 103", "v6 - 10", "v1-067", "v2-103". Ranges have numbers of similar width: "v1-3", "v01 - 03". */
function isIssueBehindVolume(first: NumberAt, second: NumberAt, tight: boolean): boolean {
  if (first.padded) return second.width !== first.width;
  return (
    !tight || second.padded || (second.width > 2 && second.width > first.width && first.number.value > 1)
  );
}

function skipMark(tokens: readonly Token[], at: number, kind: MarkerKind): number {
  const token = tokens[at];
  if (token?.plain === '#' && kind === 'number') return at + 1;
  const marks =
    token?.kind === 'word' ? (markerOfLetter(token.plain) ?? markerOfWord(token.plain)) : undefined;
  if (marks !== kind) return at;
  return gluedAt(tokens, at + 1)?.plain === '.' ? at + 2 : at + 1;
}

/** Returns the fact of a marked number. A volume from 1900 to 2100 is the year of the series. */
export function toFact(kind: MarkerKind, number: BookNumber, end?: number): Fact {
  const { value } = number;
  if (kind === 'number') return { kind, number, end };
  if (kind === 'volume' && Number.isInteger(value) && value >= 1900 && value <= 2100) {
    return { kind: 'year', year: value, ofSeries: true };
  }
  const counted = kind === 'season' ? 'volume' : kind === 'episode' ? 'chapter' : kind;
  return { kind: counted, value, end };
}
