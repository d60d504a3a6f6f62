// Walks through a name from left to right and assigns each token a role: text, numbering or neither.

import { findCjkNumbers } from './numbers/cjk-numbers.ts';
import { readMark } from './numbers/read-mark.ts';
import { gluedAt } from './numbers/read-number.ts';
import type { Fact } from './parsed-name.ts';
import { readIsbn } from './phrases/isbn.ts';
import { readBracket, readCount } from './phrases/read-bracket.ts';
import { readDate } from './phrases/read-date.ts';
import { readFormat } from './phrases/read-format.ts';
import { findBrackets } from './tokens/brackets.ts';
import type { PreparedName } from './tokens/prepare.ts';
import type { Reading, WalkState } from './tokens/token-reading.ts';
import { type Span, type Token, tokenize } from './tokens/tokens.ts';

/** `text` belongs to the title, `number` separates series and title, `dropped` is ignored, `unknown` is an unresolved bracket. */
export type Role = 'text' | 'number' | 'dropped' | 'unknown';

export interface Walk {
  prepared: PreparedName;
  tokens: readonly Token[];
  roles: Role[];
  /** In order. `at` is the index of the first token, `next` the index after the last. */
  facts: { fact: Fact; at: number; next: number }[];
}

/** Reads all facts that need no context. Bare numbers and unknown brackets remain for later steps. */
export function walkName(prepared: PreparedName): Walk {
  const { plain } = prepared;
  const tokens = tokenize(plain, { start: 0, end: plain.length }, findSpans(plain));
  const walk: Walk = { prepared, tokens, roles: tokens.map(() => 'text'), facts: [] };
  const state: WalkState = {
    isEbook: prepared.isEbook,
    inBracket: false,
    afterFact: false,
    hasVolume: false,
    hasDigits: false,
    hasNumber: false,
    hasYearOrTag: false,
  };
  for (let at = 0; at < tokens.length; ) {
    const found = readAt(walk, at, state);
    state.afterFact = found !== undefined && found.role !== 'unknown';
    if (found) note(walk, at, { ...found, state });
    state.hasDigits ||= at > 0 && tokens[at]?.kind === 'digits';
    at = found?.next ?? at + 1;
  }
  return walk;
}

/** Returns the brackets and the CJK numbers between them. */
function findSpans(plain: string): Span[] {
  const brackets = findBrackets(plain);
  const spans: Span[] = [];
  let next = 0;
  for (const span of findCjkNumbers(plain)) {
    for (let bracket = brackets[next]; bracket && bracket.start < span.end; bracket = brackets[next]) {
      spans.push({ start: bracket.start, end: bracket.end, bracket });
      next += 1;
    }
    if ((spans.at(-1)?.end ?? 0) <= span.start) spans.push(span);
  }
  return [...spans, ...brackets.slice(next).map((bracket) => ({ ...bracket, bracket }))];
}

type AssignedReading = Reading & { role: Role };

function readAt(walk: Walk, at: number, state: WalkState): AssignedReading | undefined {
  const { tokens } = walk;
  const token = tokens[at];
  if (token?.bracket) return readBracketToken(walk, at, state);
  if (token?.facts) return { facts: token.facts, next: at + 1, role: 'number' };
  const isbn = readIsbn(tokens, at);
  if (isbn) return { ...isbn, role: 'dropped' };
  const numbered = readDate(tokens, at) ?? readMark(tokens, at, state) ?? readCountBehind(tokens, at);
  if (numbered) return { ...numbered, role: 'number' };
  const format = readFormat(tokens, at, state);
  if (format) return { ...format, role: format.keep ? 'text' : isNumbering(format) ? 'number' : 'dropped' };
  const noise = readPage(tokens, at, state) ?? readCopy(tokens, at, state) ?? readImageSize(tokens, at);
  return noise && { ...noise, role: 'dropped' };
}

function readBracketToken(walk: Walk, at: number, state: WalkState): AssignedReading | undefined {
  const token = walk.tokens[at];
  if (!token?.bracket) return undefined;
  const isCjk =
    walk.prepared.text[token.start] === '（' || (token.glued && walk.tokens[at - 1]?.cjk === true);
  const facts = readBracket({ ...bracketText(walk.prepared, token), isCjk }, state);
  if (!facts) return { facts: [], next: at + 1, role: 'unknown' };
  return { facts, next: at + 1, role: isNumbering({ facts }) ? 'number' : 'dropped' };
}

/** Returns the text inside a bracket token. */
export function bracketText(prepared: PreparedName, token: Token) {
  const start = token.start + 1;
  const end = token.end - 1;
  const open = token.bracket?.open ?? '(';
  return {
    open,
    text: prepared.text.slice(start, end).trim(),
    plain: prepared.plain.slice(start, end).trim(),
  };
}

function isNumbering({ facts }: Pick<Reading, 'facts'>): boolean {
  return facts.some(({ kind }) => ['number', 'volume', 'chapter', 'part', 'count'].includes(kind));
}

/** Reads "of 12" after a number. */
function readCountBehind(tokens: readonly Token[], at: number): Reading | undefined {
  const before = tokens[at - 1];
  return before?.kind === 'digits' || before?.kind === 'known' ? readCount(tokens, at, false) : undefined;
}

/** Reads "p012" after a chapter, in the name of a page. */
function readPage(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const isPage =
    state.hasNumber && /^p$/i.test(tokens[at]?.plain ?? '') && gluedAt(tokens, at + 1)?.kind === 'digits';
  if (!isPage) return undefined;
  const isRange = gluedAt(tokens, at + 2)?.plain === '-' && gluedAt(tokens, at + 3)?.kind === 'digits';
  return { facts: [{ kind: 'noise' }], next: isRange ? at + 4 : at + 2 };
}

/** Reads " - Copy" or "copy 2" at the end. After text the word must be lower case, because titles may end in "Copy". */
function readCopy(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const word = tokens[at]?.plain ?? '';
  const before = tokens[at - 1];
  if (!/^(?:copy|kopie|copie|copia)$/i.test(word) || !before) return undefined;
  const numbered = tokens[at + 1]?.kind === 'digits' || /^\([0-9]+\)$/.test(tokens[at + 1]?.plain ?? '');
  if (tokens[numbered ? at + 2 : at + 1]) return undefined;
  const isApart = state.afterFact || before.kind !== 'word';
  return isApart || word === word.toLowerCase()
    ? { facts: [{ kind: 'noise' }], next: tokens.length }
    : undefined;
}

/** "2560x1600". */
function readImageSize(tokens: readonly Token[], at: number): Reading | undefined {
  const width = tokens[at];
  const by = gluedAt(tokens, at + 1);
  const height = gluedAt(tokens, at + 2);
  if (width?.kind !== 'digits' || height?.kind !== 'digits' || !/^[x×]$/i.test(by?.plain ?? ''))
    return undefined;
  if (width.plain.length < 3 || height.plain.length < 3) return undefined;
  return { facts: [{ kind: 'tag', text: `${width.plain}x${height.plain}` }], next: at + 3 };
}

function note(walk: Walk, at: number, found: AssignedReading & { state: WalkState }) {
  for (let i = at; i < found.next; i++) walk.roles[i] = found.role;
  for (const fact of found.facts) {
    const isSecond = fact.kind === 'number' && found.state.hasNumber;
    if (!isSecond) walk.facts.push({ fact, at, next: found.next });
    if (fact.kind === 'volume') found.state.hasVolume = true;
    if (fact.kind === 'number' || fact.kind === 'chapter') found.state.hasNumber = true;
    if (fact.kind === 'year' || fact.kind === 'tag') found.state.hasYearOrTag = true;
  }
}
