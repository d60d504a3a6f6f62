// What a reader of tokens gives back, and the questions about neighbours that all of them ask.
import type { Fact } from './parsed-name.ts';
import type { Token } from './tokens.ts';

/** Facts found from one token on, and the index of the first token behind them. */
export interface Reading {
  facts: readonly Fact[];
  next: number;
}

/** What the walk through a name already knows when it comes to a token. */
export interface Known {
  isEbook: boolean;
  /** The tokens are those of a bracket. */
  inBracket: boolean;
  /** The token before belongs to a fact. */
  afterFact: boolean;
  hasVolume: boolean;
  /** Digits were passed behind the first token. They may turn out to be the number. */
  hasDigits: boolean;
  /** A number or chapter was read. */
  hasNumber: boolean;
  /** A year or a word about the file was read: what follows in brackets is no longer the title. */
  hasYearOrTag: boolean;
}

/** Nothing, a bracket, a known span or a separating sign stands at `at`. */
export function isBoundary(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || token.kind === 'bracket' || token.kind === 'known') return true;
  return token.kind === 'sign' && '-~,:;&+|!'.includes(token.plain);
}

/** Whether a word can begin something of its own here: it does not hang on a letter or digit before it. */
export function startsFree(tokens: readonly Token[], at: number, afterFact: boolean): boolean {
  const before = tokens[at - 1];
  if (!tokens[at]?.glued || afterFact || !before) return true;
  return before.kind === 'sign'
    ? '-~,:;&+|._#!?'.includes(before.plain)
    : before.kind !== 'digits' && isApart(before);
}

function isApart(before: Token): boolean {
  return before.kind !== 'word' || before.cjk === true;
}

/** Years of print that are believed in brackets and dates. */
export function isPrintYear(year: number): boolean {
  return year >= 1800 && year <= 2100;
}
