// Reads the date of an issue: "2019-05-14", "2019-05", "03-2024", "14.05.2019", "20190514", "May 2019", "3rd May 2019",
// "June-July 2019", "14 de mayo de 2019", "2019 May". Also "23-2024", the number of an issue and its year.
import { gluedAt } from '../numbers/read-number.ts';
import { isBoundary, latestYear, type Reading } from '../tokens/token-reading.ts';
import type { Token } from '../tokens/tokens.ts';
import { monthOfName, monthOfSeason } from '../words/months.ts';

/** Magazines have at most 53 issues a year. */
const maxIssue = 53;

/** Reads the date that begins with token `at`. Accepts years from 1900 to 2100. A year alone is not a date. */
export function readDate(tokens: readonly Token[], at: number): Reading | undefined {
  const token = tokens[at];
  if (token?.kind === 'word') return readNamedMonth(tokens, at) ?? readSeason(tokens, at);
  if (token?.kind !== 'digits') return undefined;
  const { plain } = token;
  if (plain.length === 8) return toReading(plain.slice(0, 4), plain.slice(4, 6), plain.slice(6), at + 1);
  if (plain.length === 4) return readYearFirst(tokens, at);
  if (plain.length > 2) return undefined;
  return readDayFirst(tokens, at) ?? readMonthFirst(tokens, at) ?? readDayAndNamedMonth(tokens, at);
}

/** "Linux Format - Summer 2023": a dash precedes the season, because titles may end in one. */
function readSeason(tokens: readonly Token[], at: number): Reading | undefined {
  const isApart = tokens[at - 1]?.plain === '-' && tokens[at - 1]?.glued === false;
  const month = monthOfSeason(tokens[at]?.plain ?? '');
  const year = tokens[at + 1]?.plain ?? '';
  if (!isApart || !month || !(Number(year) <= latestYear) || !isBoundary(tokens, at + 2)) return undefined;
  return toReading(year, String(month).padStart(2, '0'), undefined, at + 2);
}

function readYearFirst(tokens: readonly Token[], at: number): Reading | undefined {
  const year = tokens[at]?.plain ?? '';
  const month = joinedDigits(tokens, at + 1);
  const second = joinedDigits(tokens, at + 3);
  if (month && second) return toReading(year, month, second, at + 5);
  if (month && (tokens[at + 1]?.plain === '-' || at === 0))
    return (
      toReading(year, month, undefined, at + 3) ??
      (at > 0 && !isYearRange(year, month) ? toIssueOfYear(month, year, at + 3) : undefined)
    );
  const third = tokens[at + 1];
  const fourth = tokens[at + 2];
  const isDash = third?.plain === '-' && third.glued;
  if (third?.kind === 'word' ? !third.glued : isDash)
    return readYearAndNamedMonth(tokens, at, isDash ? at + 2 : at + 1);
  if (third?.kind !== 'digits' || fourth?.kind !== 'digits') return undefined;
  return toReading(year, third.plain, fourth.plain, at + 3);
}

/** "1943-44" are years, "1985-23" and "2014-24" issues. */
function isYearRange(year: string, end: string): boolean {
  return Number(year) < 2000 && Number(end) > Number(year.slice(2));
}

/** "2019 May", "2019-May", "2019 May 14". */
function readYearAndNamedMonth(
  tokens: readonly Token[],
  at: number,
  monthIndex: number,
): Reading | undefined {
  const month = monthAt(tokens, monthIndex);
  if (!month) return undefined;
  const day = tokens[month.next]?.plain ?? '';
  const isDay = /^[0-9]{1,2}$/.test(day) && !tokens[month.next + 1];
  if (!isDay && !isBoundary(tokens, month.next)) return undefined;
  return toReading(
    tokens[at]?.plain ?? '',
    month.text,
    isDay ? day.padStart(2, '0') : undefined,
    month.next + (isDay ? 1 : 0),
  );
}

function readDayFirst(tokens: readonly Token[], at: number): Reading | undefined {
  const month = joinedDigits(tokens, at + 1);
  const year = joinedDigits(tokens, at + 3, 4);
  const day = tokens[at]?.plain ?? '';
  if (!month || !year) return undefined;
  return toReading(year, month, day, at + 5) ?? toReading(year, day, month, at + 5);
}

/** "03-2024", "08-1948": month and year. "23-2024": issue and year. */
function readMonthFirst(tokens: readonly Token[], at: number): Reading | undefined {
  const year = joinedDigits(tokens, at + 1, 4);
  const month = tokens[at]?.plain ?? '';
  const isJoined = tokens[at - 1]?.plain === '-' && tokens[at]?.glued === true;
  if (!year || isJoined || gluedAt(tokens, at + 3)?.plain === '-' || Number(year) > latestYear)
    return undefined;
  return toReading(year, month.padStart(2, '0'), undefined, at + 3) ?? toIssueOfYear(month, year, at + 3);
}

function toIssueOfYear(issue: string, year: string, next: number): Reading | undefined {
  const value = Number(issue);
  const date = toReading(year, '00', undefined, next);
  if (!date || value <= 12 || value > maxIssue) return undefined;
  return { facts: [...date.facts, { kind: 'number', number: { text: issue, value } }], next };
}

/** "14 May 2019", "3rd May 2019", "1. Mai 2019", "14 de mayo de 2019". */
function readDayAndNamedMonth(tokens: readonly Token[], at: number): Reading | undefined {
  const behind = gluedAt(tokens, at + 1);
  const isOrdinal = behind?.plain === '.' || /^(?:st|nd|rd|th|er|º)$/i.test(behind?.plain ?? '');
  return readNamedMonth(tokens, skipOf(tokens, isOrdinal ? at + 2 : at + 1), tokens[at]?.plain);
}

function readNamedMonth(tokens: readonly Token[], at: number, day?: string): Reading | undefined {
  const month = monthAt(tokens, at);
  if (!month) return undefined;
  let { next } = month;
  let dayText = day;
  const ordinal = /^(?:st|nd|rd|th)$/i.test(gluedAt(tokens, next + 1)?.plain ?? '') ? 1 : 0;
  const behindDay = next + 1 + ordinal;
  const isBeforeYear = tokens[behindDay]?.plain === ',' || /^[0-9]{4}$/.test(tokens[behindDay]?.plain ?? '');
  if (!dayText && /^[0-9]{1,2}$/.test(tokens[next]?.plain ?? '') && isBeforeYear) {
    dayText = tokens[next]?.plain;
    next = behindDay;
  }
  if (tokens[next]?.plain === '-' && tokens[next]?.glued) next += 1;
  if (tokens[next]?.plain === ',') next += 1;
  next = skipOf(tokens, next);
  return toReading(tokens[next]?.plain ?? '', month.text, dayText?.padStart(2, '0'), next + 1);
}

/** The month at `at`, or the first of two: "June-July", "Juin & Juillet". */
function monthAt(tokens: readonly Token[], at: number): { text: string; next: number } | undefined {
  const month = tokens[at]?.kind === 'word' ? monthOfName(tokens[at].plain) : undefined;
  if (!month) return undefined;
  let next = at + 1;
  if (gluedAt(tokens, next)?.plain === '.') next += 1;
  const isJoint = /^[-&+]$/.test(tokens[next]?.plain ?? '');
  const second = tokens[isJoint ? next + 1 : next];
  if (second?.kind === 'word' && monthOfName(second.plain)) next += isJoint ? 2 : 1;
  return { text: String(month).padStart(2, '0'), next };
}

function skipOf(tokens: readonly Token[], at: number): number {
  return /^(?:de|del|of|di)$/i.test(tokens[at]?.plain ?? '') ? at + 1 : at;
}

/** Returns the digits after a "-" or "." at `at` without spaces around it. */
function joinedDigits(tokens: readonly Token[], at: number, width = 2): string | undefined {
  const sign = gluedAt(tokens, at)?.plain;
  const digits = gluedAt(tokens, at + 1);
  if ((sign !== '-' && sign !== '.') || digits?.kind !== 'digits') return undefined;
  return digits.plain.length === width ? digits.plain : undefined;
}

/** A month or day of "00" is unknown. */
function toReading(year: string, month: string, day: string | undefined, next: number): Reading | undefined {
  if (!/^(?:19|20)[0-9]{2}$|^2100$/.test(year) || !/^(?:0[0-9]|1[0-2])$/.test(month)) return undefined;
  if (day !== undefined && !/^(?:[0-2][0-9]|3[01])$/.test(day)) return undefined;
  if (Number(month) === 0) return { facts: [{ kind: 'year', year: Number(year) }], next };
  const date = { year: Number(year), month: Number(month), day: Number(day ?? 0) || undefined };
  return { facts: [{ kind: 'date', ...date }], next };
}
