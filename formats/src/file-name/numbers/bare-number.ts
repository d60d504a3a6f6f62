// Finds an unmarked book number: "Batman 005 (2016)", "01 The Innocence of Father Brown", "Series - 12 - Title". Numbers
// that are probably a part of the title remain there: "100 Bullets", "Blade Runner 2049".

import type { Fact } from '../parsed-name.ts';
import { isBoundary } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import type { Walk } from '../walk.ts';
import { markerOfWord } from '../words/markers.ts';
import { isTag } from '../words/tags.ts';
import { readRangeEnd } from './read-mark.ts';
import { gluedAt, type NumberAt, readNumber } from './read-number.ts';

interface Candidate {
  at: number;
  found: NumberAt;
  /** Last number of a range. */
  last?: number;
  /** A boundary or numbering follows. */
  ends: boolean;
}

/** Adds an unmarked number to the walk, unless the name has a chapter or a marked number. */
export function addBareNumber(walk: Walk): void {
  if (walk.facts.some(({ fact }) => ['number', 'chapter', 'seriesEntry'].includes(fact.kind))) return;
  const candidates: Candidate[] = [];
  for (let at = 0; at < walk.tokens.length; at++) {
    const candidate = readCandidate(walk, at);
    if (!candidate) continue;
    candidates.push(candidate);
    at = candidate.found.next - 1;
  }
  const chosen = choose(walk, candidates) ?? readBulkNumber(walk);
  if (!chosen) return;
  const { found, at, last } = chosen;
  for (let i = at; i < found.next; i++) walk.roles[i] = 'number';
  walk.facts.push({ fact: { kind: 'number', number: found.number, end: last }, at, next: found.next });
  if (isSlugNumber(walk, at)) readSlugEnd(walk, found.next);
}

/** "the-boxer-12-2019-digital": reads years and tags that hyphens join to the number. */
function readSlugEnd({ tokens, roles, facts }: Walk, from: number): void {
  for (let at = from; tokens[at]?.plain === '-'; at += 2) {
    const token = tokens[at + 1];
    const isOfYear = isYearToken(token);
    if (!token || (!isOfYear && !isTag(token.plain))) return;
    roles[at] = roles[at + 1] = 'dropped';
    const fact: Fact = isOfYear
      ? { kind: 'year', year: Number(token.plain) }
      : { kind: 'tag', text: token.plain };
    facts.push({ fact, at, next: at + 2 });
  }
}

function readCandidate(walk: Walk, at: number): Candidate | undefined {
  const { tokens, roles } = walk;
  if (roles[at] !== 'text' || isBehindMark(tokens, at)) return undefined;
  const first = readNumber(tokens, at);
  if (!first || first.tangled || !isLikely(first)) return undefined;
  const isBeforeYear = isSlugNumber(walk, at) && isYearToken(tokens[first.next + 1]);
  const range = isBeforeYear ? undefined : readRange(tokens, first);
  const half = isSlugNumber(walk, at) ? readHyphenDecimal(tokens, first) : undefined;
  const found = half ?? { ...first, next: range?.next ?? first.next };
  if (isJoinedToDigits(tokens, found.next)) return undefined;
  const ends = isBoundary(tokens, found.next) || roles[found.next] !== 'text';
  const candidate = { at, found, last: range?.value, ends };
  const before = tokens[at - 1];
  if (!tokens[at]?.glued || before?.cjk || before?.kind === 'bracket' || before?.kind === 'known')
    return candidate;
  if (before?.plain === '-' && before.glued && (roles[at - 2] === 'number' || isBehindFormat(walk, at - 1)))
    return candidate;
  if (isSlugNumber(walk, at) && isSlugEnd(tokens, found.next)) return candidate;
  if (before?.plain !== '-' || (before.glued && (!found.padded || isJoinedBefore(tokens, at - 2, found))))
    return undefined;
  const isMinus = !before.glued && !found.padded && (found.number.value === 1 || found.width === 0);
  return isMinus && at > 1 ? { ...candidate, at: at - 1, found: toNegative(found) } : candidate;
}

/** The number of a mark that belongs to the title: "T22 Vol 714". */
function isBehindMark(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at - 1]?.plain === '.' ? tokens[at - 2] : tokens[at - 1];
  return word?.kind === 'word' && at > 1 && markerOfWord(word.plain) !== undefined;
}

/** "one-piece-1050": in a comic without spaces, two words and hyphens precede the number. "windows-1252" is a title. */
function isSlugNumber({ tokens, prepared }: Walk, at: number): boolean {
  if (prepared.isEbook || prepared.plain.includes(' ') || at < 4 || tokens[at - 1]?.plain !== '-')
    return false;
  const isName = tokens[at - 2]?.kind === 'word' || isYearToken(tokens[at - 2]);
  return isName && tokens[at - 3]?.plain === '-' && tokens[at - 4]?.kind === 'word';
}

/** "one-piece-1050", "the-boxer-12-2019-digital", "the-boxer-12-raw". */
function isSlugEnd(tokens: readonly Token[], at: number): boolean {
  const behind = tokens[at + 1];
  if (!tokens[at]) return true;
  return (
    tokens[at].plain === '-' && (isYearToken(behind) || (behind?.kind === 'word' && isTag(behind.plain)))
  );
}

function isYearToken(token: Token | undefined): boolean {
  return token?.kind === 'digits' && isYear(token.plain.length, Number(token.plain));
}

/** "Omake-1": the hyphen at `at` joins a number to a kind of book. */
function isBehindFormat({ facts }: Walk, at: number): boolean {
  return facts.some(({ fact, next }) => fact.kind === 'format' && next === at);
}

/** "one-piece-1050-5" is 1050.5: addresses of downloaders contain no points. */
function readHyphenDecimal(tokens: readonly Token[], first: NumberAt): NumberAt | undefined {
  const digits = gluedAt(tokens, first.next + 1)?.plain ?? '';
  if (tokens[first.next]?.plain !== '-' || !/^[1-9]$/.test(digits) || tokens[first.next + 2])
    return undefined;
  const text = `${first.number.text}.${digits}`;
  return { ...first, number: { text, value: Number(text) }, next: first.next + 2 };
}

/** Index of the last number that ends a segment ("Kaiju No. 8 036") and that `isWanted` accepts. -1 without one. */
export function lastEndingNumber(walk: Walk, isWanted: (found: NumberAt) => boolean): number {
  for (let at = walk.tokens.length - 1; at > 0; at--) {
    if (walk.tokens[at]?.kind !== 'digits') continue;
    const candidate = readCandidate(walk, at);
    if (candidate?.ends && isWanted(candidate.found)) return at;
  }
  return -1;
}

/** Whether an unmarked number at `at`, or after a dash there, ends a segment ("Kaiju No. 8 100"). */
export function isNumberAt(walk: Walk, at: number): boolean {
  const candidate = readCandidate(walk, isDash(walk.tokens, at) ? at + 1 : at);
  return candidate?.ends === true && candidate.found.width > 1;
}

/** "404 - 407". Across spaces both need the same number of digits, because "Fantastic 4 - 12" is number 12 of a series. */
function readRange(tokens: readonly Token[], first: NumberAt) {
  const range = readRangeEnd(tokens, first, { kind: 'number' });
  if (tokens[first.next]?.kind === 'word' && !first.padded) return undefined;
  return range && (gluedAt(tokens, first.next) || range.width === first.width) ? range : undefined;
}

/** "6-2-3": digits joined to digits are an identifier. */
function isJoinedToDigits(tokens: readonly Token[], at: number): boolean {
  const behind = gluedAt(tokens, at + 1);
  return gluedAt(tokens, at)?.plain === '-' && behind?.kind === 'digits' && !isYearToken(behind);
}

/** Digits at `at`, except a year before an issue of three digits: "x-men-red-2018-003". */
function isJoinedBefore(tokens: readonly Token[], at: number, found: NumberAt): boolean {
  return tokens[at]?.kind === 'digits' && !(isYearToken(tokens[at]) && found.width > 2);
}

function toNegative(found: NumberAt): NumberAt {
  return { ...found, number: { text: `-${found.number.text}`, value: -found.number.value } };
}

/** Excludes years, identifiers, and numbers with an unusual letter suffix. */
function isLikely({ width, padded, number, suffix }: NumberAt): boolean {
  // DC numbered the issues of one month 1,000,000.
  if (padded ? width > 6 : width > 4 && number.value !== 1_000_000) return false;
  if (suffix === undefined) return !isYear(width, number.value);
  if (suffix.startsWith('x')) return padded;
  if (suffix.length > 1) return true;
  return (width > 1 && (padded || /^[a-e]$/i.test(suffix))) || /^[a-c]$/i.test(suffix);
}

function isYear(width: number, value: number): boolean {
  return width === 4 && value >= 1900 && value <= 2100;
}

/**
 * "Naruto (12)": file managers add this number when they rename many files. In ebooks, and after anything except the
 * title, it marks a second copy.
 */
function readBulkNumber({ tokens, roles, facts, prepared }: Walk): Candidate | undefined {
  if (prepared.isEbook || facts.some(({ fact }) => fact.kind === 'volume')) return undefined;
  const at = tokens.findIndex(({ plain }) => /^\([1-9][0-9]{0,2}\)$/.test(plain));
  if (at < 1 || roles[at] !== 'dropped' || roles[at - 1] !== 'text') return undefined;
  const text = tokens[at]?.plain.slice(1, -1) ?? '';
  const found = {
    number: { text, value: Number(text) },
    next: at + 1,
    padded: false,
    width: text.length,
    tangled: false,
  };
  return { at, found, ends: true };
}

/** Prefers padded numbers, then a number that is a whole segment, then one at the end of a segment, then a leading number. */
function choose(walk: Walk, candidates: readonly Candidate[]): Candidate | undefined {
  const firstText = walk.roles.indexOf('text');
  const later = candidates.filter(({ at }) => at > firstText);
  const padded = later.filter(({ found }) => found.padded);
  if (padded.length > 0) return padded.at(-1);
  const volumeAt = walk.facts.find(({ fact }) => fact.kind === 'volume')?.at ?? -1;
  const behind = later.filter(({ at, ends }) => ends && at > volumeAt);
  const isPeriodical = walk.facts.some(({ fact }) => fact.kind === 'date');
  const { isEbook, isPdf } = walk.prepared;
  // Magazines are PDFs and have more than a hundred issues; "Fahrenheit 451.epub" is a title.
  const limit = !isEbook || isPeriodical ? 4 : isPdf ? 3 : 2;
  const plausible = behind.filter(
    ({ found, at }) =>
      found.width <= limit || found.width > 4 || (found.width === 3 && walk.tokens[at - 1]?.cjk),
  );
  const own = plausible.find(({ at }) => isDash(walk.tokens, at - 1));
  const leading = candidates.find(({ at }) => at === firstText);
  return own ?? plausible[0] ?? (leading && volumeAt < 0 && isLeading(walk, leading) ? leading : undefined);
}

/** Whether a dash between spaces is at `at`. */
function isDash(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.plain === '-' && !tokens[at]?.glued && !tokens[at + 1]?.glued;
}

/** "01 Title", "1. Title", "1) Title", "1 - Title", and a name that is a number; "30 Days of Night" is a title. */
function isLeading(walk: Walk, { found }: Candidate): boolean {
  if (found.padded) return true;
  const { tokens, roles } = walk;
  const isWhole = roles.lastIndexOf('text') < found.next;
  if (isWhole || found.width > 3) return isWhole;
  const sign = tokens[found.next];
  if (sign?.kind !== 'sign') return false;
  const isPoint = sign.glued && '.)'.includes(sign.plain) && tokens[found.next + 1]?.glued === false;
  return isPoint || isDash(tokens, found.next);
}
