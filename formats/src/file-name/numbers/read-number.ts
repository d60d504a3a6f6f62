// Reads a number with its decimals, fraction and suffix. The callers decide what it counts.

import type { BookNumber } from '../parsed-name.ts';
import type { Token } from '../tokens/tokens.ts';
import { fractionOf, isEventSuffix, withoutZeros } from './numerals.ts';

export interface NumberAt {
  number: BookNumber;
  /** Index of the first token after it. */
  next: number;
  /** Whether it has a leading zero ("005"). */
  padded: boolean;
  /** Number of digits before the decimal point. */
  width: number;
  /** Single letter or event word after it ("1A", "8.NOW"), or an extra ("31x1"). */
  suffix?: string;
  /** Whether other letters or signs are joined to it ("2000AD", "20th", "100%"). */
  tangled: boolean;
}

/** Reads the number that begins with token `at`: at most 15 digits, or a fraction sign. */
export function readNumber(tokens: readonly Token[], at: number): NumberAt | undefined {
  const first = tokens[at];
  if (!first) return undefined;
  const alone = first.kind === 'sign' ? fractionOf(first.plain) : undefined;
  if (alone !== undefined) {
    return {
      number: { text: first.plain, value: alone },
      next: at + 1,
      padded: false,
      width: 0,
      tangled: false,
    };
  }
  if (first.kind !== 'digits' || first.plain.length > 15) return undefined;
  const grouped = readGroups(tokens, at);
  if (grouped) return withSuffix(tokens, grouped);
  let next = at + 1;
  const decimals = readDecimals(tokens, next);
  if (decimals) next += 2;
  let text = withoutZeros(first.plain) + (decimals ? `.${decimals}` : '');
  let value = Number(text);
  const fraction = gluedAt(tokens, next);
  const part = fraction?.kind === 'sign' && !decimals ? fractionOf(fraction.plain) : undefined;
  if (fraction && part !== undefined) {
    text = value === 0 ? fraction.plain : text + fraction.plain;
    value += part;
    next += 1;
  }
  const padded = first.plain.length > 1 && first.plain.startsWith('0');
  return withSuffix(tokens, {
    number: { text, value },
    next,
    padded,
    width: first.plain.length,
    tangled: false,
  });
}

/** "1,000,000": groups of three digits. "10,5" has a decimal. */
function readGroups(tokens: readonly Token[], at: number): NumberAt | undefined {
  let text = tokens[at]?.plain ?? '';
  let next = at + 1;
  while (gluedAt(tokens, next)?.plain === ',' && /^[0-9]{3}$/.test(gluedAt(tokens, next + 1)?.plain ?? '')) {
    text += tokens[next + 1]?.plain;
    next += 2;
  }
  if (next === at + 1 || !/^[1-9][0-9]{3,8}$/.test(text)) return undefined;
  return { number: { text, value: Number(text) }, next, padded: false, width: text.length, tangled: false };
}

/** Reads one or two digits after a point, or one after a comma, without spaces. "2019.05.14" and "1.2.3" have no decimals. */
function readDecimals(tokens: readonly Token[], at: number): string | undefined {
  const point = gluedAt(tokens, at)?.plain;
  const digits = gluedAt(tokens, at + 1);
  if ((point !== '.' && point !== ',') || digits?.kind !== 'digits') return undefined;
  if (digits.plain.length > (point === '.' ? 2 : 1)) return undefined;
  const more = gluedAt(tokens, at + 2)?.plain === '.' && gluedAt(tokens, at + 3)?.kind === 'digits';
  return more ? undefined : digits.plain;
}

function withSuffix(tokens: readonly Token[], found: NumberAt): NumberAt {
  const token = gluedAt(tokens, found.next);
  if (!token) return found;
  const behind = gluedAt(tokens, found.next + 1);
  const digits = behind?.kind === 'digits' ? behind.plain : undefined;
  if (token.plain === '.' && behind?.kind === 'word' && isEventSuffix(behind.plain)) {
    return named(found, behind.plain, { text: `${found.number.text}.${behind.plain}`, skip: 2 });
  }
  if (token.kind === 'sign') return { ...found, tangled: "%'°/\\$€£".includes(token.plain) };
  if (token.kind !== 'word' || token.cjk) return found;
  const word = token.plain;
  // "03of06": the count follows.
  if (digits !== undefined && /^of$/i.test(word)) return found;
  if (digits !== undefined && /^v$/i.test(word) && digits.length === 1)
    return { ...found, next: found.next + 2 };
  if (digits !== undefined && /^x$/i.test(word) && digits.length === 1) return asExtra(found, digits);
  const isLetter = word.length === 1 && digits === undefined;
  if (isLetter || isEventSuffix(word)) {
    return named(found, word, { text: found.number.text + word, skip: 1 });
  }
  return { ...found, tangled: true };
}

function named(found: NumberAt, suffix: string, how: { text: string; skip: number }): NumberAt {
  return { ...found, suffix, next: found.next + how.skip, number: { ...found.number, text: how.text } };
}

/** "031x1": the first extra after 31. It sorts before 32. */
function asExtra(found: NumberAt, digits: string): NumberAt {
  const { text, value } = found.number;
  const number = { text: `${text}x${digits}`, value: Math.round((value + Number(digits) / 10) * 100) / 100 };
  return { ...found, number, suffix: `x${digits}`, next: found.next + 2 };
}

/** Returns the token at `at` if no space precedes it. */
export function gluedAt(tokens: readonly Token[], at: number): Token | undefined {
  const token = tokens[at];
  return token?.glued ? token : undefined;
}
