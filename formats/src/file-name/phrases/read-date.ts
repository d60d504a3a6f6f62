// Reads the date of an issue: "2019-05-14", "2019-05", "14.05.2019", "20190514", "May 2019", "14 May 2019".
import { gluedAt } from '../numbers/read-number.ts';
import type { Reading } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { monthOfName } from '../words/months.ts';

/** Reads the date that begins with token `at`. Accepts years from 1900 to 2100. A year alone is not a date. */
export function readDate(tokens: readonly Token[], at: number): Reading | undefined {
  const token = tokens[at];
  if (token?.kind === 'word') return readNamedMonth(tokens, at);
  if (token?.kind !== 'digits') return undefined;
  const { plain } = token;
  if (plain.length === 8) return toReading(plain.slice(0, 4), plain.slice(4, 6), plain.slice(6), at + 1);
  if (plain.length === 4) return readYearFirst(tokens, at);
  if (plain.length > 2) return undefined;
  return readDayFirst(tokens, at) ?? readNamedMonth(tokens, at + 1, plain);
}

function readYearFirst(tokens: readonly Token[], at: number): Reading | undefined {
  const year = tokens[at]?.plain ?? '';
  const month = joinedDigits(tokens, at + 1);
  const second = joinedDigits(tokens, at + 3);
  if (month && second) return toReading(year, month, second, at + 5);
  if (month && tokens[at + 1]?.plain === '-') return toReading(year, month, undefined, at + 3);
  const third = tokens[at + 1];
  const fourth = tokens[at + 2];
  if (third?.kind !== 'digits' || fourth?.kind !== 'digits') return undefined;
  return toReading(year, third.plain, fourth.plain, at + 3);
}

function readDayFirst(tokens: readonly Token[], at: number): Reading | undefined {
  const month = joinedDigits(tokens, at + 1);
  const year = joinedDigits(tokens, at + 3, 4);
  const day = tokens[at]?.plain ?? '';
  if (!month || !year) return undefined;
  return toReading(year, month, day, at + 5) ?? toReading(year, day, month, at + 5);
}

function readNamedMonth(tokens: readonly Token[], at: number, day?: string): Reading | undefined {
  const month = tokens[at]?.kind === 'word' ? monthOfName(tokens[at].plain) : undefined;
  if (!month) return undefined;
  let next = at + 1;
  if (gluedAt(tokens, next)?.plain === '.') next += 1;
  let dayText = day;
  if (!dayText && /^[0-9]{1,2}$/.test(tokens[next]?.plain ?? '') && tokens[next + 1]?.plain === ',') {
    dayText = tokens[next]?.plain;
    next += 2;
  }
  return toReading(
    tokens[next]?.plain ?? '',
    String(month).padStart(2, '0'),
    dayText?.padStart(2, '0'),
    next + 1,
  );
}

/** Returns the digits after a "-" or "." at `at` without spaces around it. */
function joinedDigits(tokens: readonly Token[], at: number, width = 2): string | undefined {
  const sign = gluedAt(tokens, at)?.plain;
  const digits = gluedAt(tokens, at + 1);
  if ((sign !== '-' && sign !== '.') || digits?.kind !== 'digits') return undefined;
  return digits.plain.length === width ? digits.plain : undefined;
}

function toReading(year: string, month: string, day: string | undefined, next: number): Reading | undefined {
  if (!/^(?:19|20)[0-9]{2}$|^2100$/.test(year) || !/^(?:0[1-9]|1[0-2])$/.test(month)) return undefined;
  if (day !== undefined && !/^(?:0[1-9]|[12][0-9]|3[01])$/.test(day)) return undefined;
  const date = { year: Number(year), month: Number(month), day: day === undefined ? undefined : Number(day) };
  return { facts: [{ kind: 'date', ...date }], next };
}
