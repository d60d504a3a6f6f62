// Walks through a name from left to right and assigns each token a role: text, numbering or neither.

import { findCjkNumbers } from './numbers/cjk-numbers.ts';
import { readMark } from './numbers/read-mark.ts';
import { readTrailingMark } from './numbers/read-trailing-mark.ts';
import type { Fact } from './parsed-name.ts';
import { readIsbn } from './phrases/isbn.ts';
import { readBracket, readCount } from './phrases/read-bracket.ts';
import { readDate } from './phrases/read-date.ts';
import { readFormat } from './phrases/read-format.ts';
import { readNote } from './phrases/read-note.ts';
import { findBrackets } from './tokens/brackets.ts';
import type { PreparedName } from './tokens/prepare.ts';
import { isBoundary, type Reading, type WalkState } from './tokens/token-reading.ts';
import { type Span, type Token, tokenize } from './tokens/tokens.ts';
import { isOfWord } from './words/markers.ts';

/** `text` belongs to the title, `number` separates series and title, `dropped` is ignored, `unknown` is an unresolved bracket. */
export type Role = 'text' | 'number' | 'dropped' | 'unknown';

export interface Walk {
  prepared: PreparedName;
  tokens: readonly Token[];
  roles: Role[];
  /** In order. `at` is the index of the first token, `next` the index after the last. */
  facts: FactAt[];
}

export interface FactAt {
  fact: Fact;
  at: number;
  next: number;
  /** See Reading. */
  isWeak?: boolean;
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
  const note = readNote(tokens, at, state);
  if (note) return { ...note, role: 'dropped' };
  const numbered =
    readDate(tokens, at) ??
    readTrailingMark(tokens, at, state) ??
    readMark(tokens, at, state) ??
    readCountBehind(tokens, at, state);
  if (numbered) return { ...numbered, role: 'number' };
  const format = readFormat(tokens, at, state);
  return format && { ...format, role: format.keep ? 'text' : isNumbering(format) ? 'number' : 'dropped' };
}

function readBracketToken(walk: Walk, at: number, state: WalkState): AssignedReading | undefined {
  const token = walk.tokens[at];
  if (!token?.bracket) return undefined;
  const isCjk =
    walk.prepared.text[token.start] === '（' || (token.glued && walk.tokens[at - 1]?.cjk === true);
  const facts = readBracket({ ...bracketText(walk.prepared, token), isCjk }, state);
  if (!facts) return { facts: [], next: at + 1, role: 'unknown' };
  // "[S2] Title Chapter 5": the title follows.
  const isBeforeTitle = at === 0 && facts.every(({ kind }) => kind === 'volume');
  return { facts, next: at + 1, role: isNumbering({ facts }) && !isBeforeTitle ? 'number' : 'dropped' };
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
function readCountBehind(tokens: readonly Token[], at: number, state: WalkState): Reading | undefined {
  const before = tokens[at - 1];
  // "Tomo 3 de 12": in other languages the word also occurs in titles.
  const isAfterNumber = state.afterFact || (at > 1 && before?.kind === 'digits');
  const total =
    isAfterNumber && isOfWord(tokens[at]?.plain ?? '', true) ? readCount(tokens, at, true) : undefined;
  const isWhole = state.afterFact || Number(before?.plain) <= (total?.facts[0]?.count ?? 0);
  if (total && isWhole && isBoundary(tokens, total.next)) return total;
  return before?.kind === 'digits' || before?.kind === 'known' ? readCount(tokens, at, false) : undefined;
}

function note(walk: Walk, at: number, found: AssignedReading & { state: WalkState }) {
  for (let i = at; i < found.next; i++) walk.roles[i] = found.role;
  for (const fact of found.facts) {
    walk.facts.push({ fact, at, next: found.next, isWeak: found.isWeak });
    if (fact.kind === 'volume') found.state.hasVolume = true;
    if ((fact.kind === 'number' || fact.kind === 'chapter') && !found.isWeak) found.state.hasNumber = true;
    if (fact.kind === 'year' || fact.kind === 'tag') found.state.hasYearOrTag = true;
  }
}
