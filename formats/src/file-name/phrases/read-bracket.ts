// Interprets the text in a pair of brackets.

import { findCjkNumbers } from '../numbers/cjk-numbers.ts';
import { withoutZeros } from '../numbers/numerals.ts';
import { readMark } from '../numbers/read-mark.ts';
import { readNumber } from '../numbers/read-number.ts';
import type { Fact } from '../parsed-name.ts';
import type { Bracket } from '../tokens/brackets.ts';
import { isPrintYear, latestYear, type WalkState } from '../tokens/token-reading.ts';
import { type Token, tokenize } from '../tokens/tokens.ts';
import { trimSeparators } from '../tokens/trim.ts';
import { formatOfPhrase } from '../words/formats.ts';
import { isOfWord } from '../words/markers.ts';
import { monthOfSeason } from '../words/months.ts';
import { readIsbn, toIsbn13 } from './isbn.ts';
import { readDate } from './read-date.ts';
import { isChecksum, readPhrase } from './read-phrase.ts';

export interface BracketText {
  open: Bracket['open'];
  /** Trimmed text between the brackets. `plain` is the same text in plain signs. */
  text: string;
  plain: string;
  /** Whether the bracket is full-width or directly after a CJK title, as in "バガボンド（１２）". */
  isCjk?: boolean;
}

/** Events at which publishers hand out comics. */
const events = new Set(['FCBD', 'SDCC', 'NYCC', 'HCF']);
const note = /variant|cover|printing|exclusive|edition|reprint|version|free comic book day/i;

/** Longer lists in brackets are not interpreted. */
const maxParts = 8;

/**
 * Returns the facts of one bracket, or undefined for unknown text, which is resolved by its position. `[01]` and `(01)`
 * number the book. File managers add `(1)` to a second copy.
 */
export function readBracket(bracket: BracketText, state: WalkState): readonly Fact[] | undefined {
  const { text, plain, open } = bracket;
  if (/^[0-9]+$/.test(plain)) return readDigits(bracket);
  if (open !== '(' && isChecksum(plain)) return [{ kind: 'noise' }];
  const phrase = readPhrase(text, plain);
  if (phrase) return phrase;
  const tokens = tokenize(plain, { start: 0, end: plain.length }, findCjkNumbers(plain));
  return (
    readMarks(tokens, state) ??
    readList(bracket) ??
    readSeriesEntry(bracket, tokens, state) ??
    readNamedDate(bracket, tokens)
  );
}

function readDigits({ plain, open, isCjk }: BracketText): readonly Fact[] | undefined {
  if (plain.length === 4 && isPrintYear(Number(plain))) return [{ kind: 'year', year: Number(plain) }];
  const isbn = toIsbn13(plain);
  if (isbn) return [{ kind: 'isbn', text: isbn }];
  const date = plain.length === 8 ? readDate(tokenize(plain, { start: 0, end: 8 }, []), 0) : undefined;
  if (date) return date.facts;
  if (plain.length > 5) return isChecksum(plain) && open !== '(' ? [{ kind: 'noise' }] : undefined;
  if (open === '(' && !plain.startsWith('0') && !isCjk) return [{ kind: 'noise' }];
  return [{ kind: 'number', number: { text: withoutZeros(plain), value: Number(plain) } }];
}

/** "v05", "Vol. 2, Ch. 3", "May 2019", "of 12", "1 of 4", "第3巻". Returns undefined unless the whole text is recognized. */
function readMarks(tokens: readonly Token[], state: WalkState): readonly Fact[] | undefined {
  const facts: Fact[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    const inside = { ...state, inBracket: true, afterFact: facts.length > 0 };
    const reading = token?.facts
      ? { facts: token.facts, next: at + 1 }
      : (readIsbn(tokens, at) ??
        readDate(tokens, at) ??
        readMark(tokens, at, inside) ??
        readCount(tokens, at, true) ??
        readExtra(tokens, at, facts.length > 0));
    if (reading) facts.push(...reading.facts);
    else if (token?.kind !== 'sign' || facts.length === 0) return undefined;
    at = reading?.next ?? at + 1;
  }
  return facts.length > 0 ? facts : undefined;
}

/** "089-097+Omake": the book contains extras as well. */
function readExtra(tokens: readonly Token[], at: number, isBehind: boolean) {
  const format = isBehind ? formatOfPhrase(tokens[at]?.plain ?? '') : undefined;
  return format?.fact.special ? { facts: [{ kind: 'noise' } as const], next: at + 1 } : undefined;
}

/** "(Corno 1978-09-18)", "(DC, May 1987)", "(FCBD 2021)", "(Summer 2019)": a publisher or note before a date. */
function readNamedDate({ text, open }: BracketText, tokens: readonly Token[]): readonly Fact[] | undefined {
  if (open === '{' || tokens[0]?.kind !== 'word') return undefined;
  const space = text.lastIndexOf(' ');
  const years = /^[0-9]{4}-[0-9]{2,4}$/.test(text.slice(space + 1))
    ? readPhrase('', text.slice(space + 1))
    : undefined;
  if (years) {
    const name = text.slice(0, space);
    return monthOfSeason(name) ? years : [...years, { kind: 'publisher', text: trimSeparators(name) }];
  }
  // A date has at most seven tokens.
  for (let at = Math.max(1, tokens.length - 7); at < tokens.length; at++) {
    const last = tokens[at];
    const date = readDate(tokens, at);
    const year = at === tokens.length - 1 && last?.kind === 'digits' ? Number(last.plain) : Number.NaN;
    const isYear = !last?.glued && year >= 1900 && year <= latestYear;
    if (!isYear && date?.next !== tokens.length) continue;
    const name = trimSeparators(text.slice(0, last?.start));
    const kind = events.has(name) || note.test(name) ? 'tag' : 'publisher';
    const found = isYear ? [{ kind: 'year', year } as const] : (date?.facts ?? []);
    return monthOfSeason(name) ? found : [...found, { kind, text: name }];
  }
  return undefined;
}

/** "of 12", and in brackets "1 of 4". */
export function readCount(tokens: readonly Token[], at: number, inBrackets: boolean) {
  const isOf = isOfWord(tokens[at]?.plain ?? '', inBrackets);
  const number = !isOf && inBrackets ? readNumber(tokens, at) : undefined;
  const ofAt = number ? number.next : at;
  if (!isOf && !(number && isOfWord(tokens[ofAt]?.plain ?? '', true))) return undefined;
  const total = readNumber(tokens, ofAt + 1);
  if (!total || total.tangled || total.suffix || total.width > 4) return undefined;
  const count = total.number.value;
  return { facts: [{ kind: 'count', count, number: number?.number } as const], next: total.next };
}

/** "2010, Publisher", "digital, c2c": known parts. With a year, one unknown part is the publisher. */
function readList({ text, plain }: BracketText): readonly Fact[] | undefined {
  const facts: Fact[] = [];
  const unknown: string[] = [];
  let start = 0;
  let parts = 0;
  for (let at = 0; at <= plain.length; at++) {
    if (at < plain.length && !',;+/|'.includes(plain[at] ?? '')) continue;
    const part = text.slice(start, at).trim();
    const found = readPhrase(part, plain.slice(start, at).trim());
    if (found) facts.push(...found);
    else unknown.push(part);
    parts += 1;
    start = at + 1;
    if (parts > maxParts) return undefined;
  }
  if (parts === 1) return undefined;
  const hasYear = facts.some((fact) => fact.kind === 'year');
  if (unknown.length > (hasYear ? 1 : 0)) return undefined;
  return [...facts, ...unknown.map((name): Fact => ({ kind: 'publisher', text: name }))];
}

/**
 * "(His Dark Materials, #1)", "[Discworld 01]", "(Penguin 2010)". An unmarked number is accepted in ebooks only: in
 * comics "[Group 2]" is a group.
 */
function readSeriesEntry(
  { text, plain, open }: BracketText,
  tokens: readonly Token[],
  state: WalkState,
): readonly Fact[] | undefined {
  if (open === '{' || state.hasNumber || tokens[0]?.kind !== 'word') return undefined;
  for (let at = 1; at < tokens.length; at++) {
    const mark = readMark(tokens, at, { ...state, afterFact: false });
    const bare = state.isEbook ? readNumber(tokens, at) : undefined;
    const fact = mark?.facts[0];
    const isMarked = fact?.kind === 'number' && (state.isEbook || open === '(');
    const next = isMarked ? mark?.next : bare?.next;
    const number = isMarked ? fact.number : bare?.number;
    if (next !== tokens.length || !number || (!isMarked && bare?.tangled)) continue;
    const name = trimSeparators(text.slice(0, tokens[at]?.start));
    if (!isMarked && plain.length >= 4 && bare?.width === 4 && isPrintYear(number.value)) {
      return [
        { kind: 'year', year: number.value },
        { kind: 'publisher', text: name },
      ];
    }
    return [{ kind: 'seriesEntry', series: name, number }];
  }
  return undefined;
}
