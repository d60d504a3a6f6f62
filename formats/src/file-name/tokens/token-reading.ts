// Results of token readers, and predicates about adjacent tokens.
import type { Fact } from '../parsed-name.ts';
import type { Token } from './tokens.ts';

/** Facts that begin at a token, and the index of the first token after them. */
export interface Reading {
  facts: readonly Fact[];
  next: number;
  /** The words may be part of a title ("Kaiju No. 8"), so another number to their right takes precedence. */
  isWeak?: boolean;
}

/** State of the walk before a token. */
export interface WalkState {
  isEbook: boolean;
  /** The tokens are in a bracket. */
  inBracket: boolean;
  /** The previous token belongs to a fact. */
  afterFact: boolean;
  hasVolume: boolean;
  /** Digits occur after the first token. They may be the number. */
  hasDigits: boolean;
  /** A number or chapter has been read. */
  hasNumber: boolean;
  /** A year or tag has been read, so following brackets are not part of the title. */
  hasYearOrTag: boolean;
}

/** Whether the end, a bracket, a known span or a separator is at `at`. */
export function isBoundary(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || token.kind === 'bracket' || token.kind === 'known') return true;
  return token.kind === 'sign' && '-~,:;&+|!'.includes(token.plain);
}

/** Whether a word at `at` can begin a fact: it is not joined to a preceding letter or digit. */
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

/** Latest year in running text and behind a name in a bracket. Later numbers are titles of stories set in the future. */
export const latestYear = 2035;

/** Whether a number in brackets or a date is a plausible year of print. */
export function isPrintYear(year: number): boolean {
  return year >= 1800 && year <= 2100;
}
