// Splits a prepared name into words, runs of digits, signs and brackets.

import type { Fact } from '../parsed-name.ts';
import type { Bracket } from './brackets.ts';
import { isCjk, isDigit, isLetter } from './code-points.ts';

export interface Token {
  kind: 'word' | 'digits' | 'sign' | 'bracket' | 'known';
  start: number;
  end: number;
  /** Whether another token precedes it without a space. */
  glued: boolean;
  /** Text in plain signs, including the brackets of a bracket token. */
  plain: string;
  /** Han, kana or hangul. */
  cjk?: boolean;
  bracket?: Bracket;
  /** Facts of a span that was recognized before tokenizing. */
  facts?: readonly Fact[];
}

/** A range of characters that becomes one token. */
export interface Span {
  start: number;
  end: number;
  bracket?: Bracket;
  facts?: readonly Fact[];
}

/**
 * Returns the tokens of `plain` from `start` to `end`. Each of the `spans`, which are sorted and do not overlap, is one
 * token. An apostrophe between letters belongs to the word. A word ends at a change between CJK and another script.
 */
export function tokenize(
  plain: string,
  range: { start: number; end: number },
  spans: readonly Span[],
): Token[] {
  const tokens: Token[] = [];
  let next = 0;
  let at = range.start;
  while (at < range.end) {
    const span = spans[next];
    if (span && span.start <= at) {
      const kind = span.bracket ? 'bracket' : 'known';
      tokens.push({
        ...span,
        kind,
        glued: isGlued(plain, at, range.start),
        plain: plain.slice(at, span.end),
      });
      at = span.end;
      next += 1;
      continue;
    }
    const limit = span ? Math.min(span.start, range.end) : range.end;
    if (plain[at] === ' ') {
      at += 1;
      continue;
    }
    const token = readToken(plain, at, limit);
    tokens.push({
      ...token,
      start: at,
      glued: isGlued(plain, at, range.start),
      plain: plain.slice(at, token.end),
    });
    at = token.end;
  }
  return tokens;
}

function isGlued(plain: string, at: number, start: number): boolean {
  return at > start && plain[at - 1] !== ' ';
}

function readToken(plain: string, at: number, limit: number): Pick<Token, 'kind' | 'end' | 'cjk'> {
  const code = plain.codePointAt(at) ?? 0;
  if (isDigit(code)) {
    let end = at + 1;
    while (end < limit && isDigit(plain.charCodeAt(end))) end += 1;
    return { kind: 'digits', end };
  }
  const width = code > 0xffff ? 2 : 1;
  if (!isLetter(code)) return { kind: 'sign', end: at + width };
  const cjk = isCjk(code);
  let end = at + width;
  while (end < limit) {
    const letter = plain.codePointAt(end) ?? 0;
    if (letter === 0x27 && !cjk && end + 1 < limit && isLetter(plain.codePointAt(end + 1) ?? 0)) end += 1;
    else if (isLetter(letter) && isCjk(letter) === cjk) end += letter > 0xffff ? 2 : 1;
    else break;
  }
  return { kind: 'word', end, cjk };
}
