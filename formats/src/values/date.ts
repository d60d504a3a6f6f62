// Publication dates of limited precision: a year, a month, a day.
import { monthOfName } from '../file-name/words/months.ts';
import { parseWhole } from './number.ts';

export interface PartialDate {
  /** 1000 to 2999: calibre writes the year 101 for "unknown". */
  year: number;
  /** 1 to 12. */
  month?: number;
  /** 1 to 31, valid for the month. */
  day?: number;
}

/**
 * Builds a date from its parts. A date needs a year, a day needs a month, and impossible parts are absent.
 */
export function toPartialDate(year?: number, month?: number, day?: number): PartialDate | undefined {
  if (year === undefined || year < 1000 || year > 2999) return undefined;
  if (month === undefined || month < 1 || month > 12) return { year };
  const monthLength = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day === undefined || day < 1 || day > monthLength) return { year, month };
  return { year, month, day };
}

const maxDateLength = 100;
const isoDate = /^\s*(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)/;
const compactDate = /^\s*(\d{4})(\d{2})(\d{2})(?!\d)/;
const eastAsianDate = /(\d{4})\s?[年년](?:\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?)?/;
const dayFirstDate = /^\D{0,20}(?:(\d{1,2})[-/.])?(\d{1,2})[-/.](\d{4})(?!\d)/;

/**
 * Parses the date at the beginning of an ISO 8601 text: "2012", "2012-02", "2012-02-01T…", also with "/" or
 * "." as separator; otherwise "20120201", "1.2.2012" (the day first, unless it can only be a month),
 * "February 1, 2012" in several languages, "2012年2月1日", or a single year in a short text.
 */
export function parsePartialDate(text: string): PartialDate | undefined {
  if (text.length > maxDateLength) return fromParts(isoDate.exec(text));
  const iso = isoDate.exec(text);
  if (iso?.[2] !== undefined) return fromParts(iso);
  const [, first, second, year] = dayFirstDate.exec(text) ?? [];
  if (year !== undefined && second !== undefined) {
    const isTurned = Number(second) > 12 && first !== undefined && Number(first) <= 12;
    const [day, month] = isTurned ? [second, first] : [first, second];
    return toPartialDate(Number(year), Number(month), day === undefined ? undefined : Number(day));
  }
  const east = eastAsianDate.exec(text);
  return fromParts(east ?? compactDate.exec(text)) ?? fromWords(text) ?? fromParts(iso);
}

function fromParts(match: RegExpExecArray | null): PartialDate | undefined {
  if (match === null) return undefined;
  const [, year, month = '', day = ''] = match;
  return toPartialDate(Number(year), parseWhole(month, 1), parseWhole(day, 1));
}

/** Finds the name of a month, a year and a day in any order; without a month, the only number of four digits. */
function fromWords(text: string): PartialDate | undefined {
  const words = text.match(/\p{L}+|\d+/gu) ?? [];
  const years = words.filter((word) => /^\d{4}$/.test(word)).map(Number);
  const month = words.flatMap((word) => monthOfName(word) ?? [])[0];
  const day = words.find((word) => /^\d{1,2}$/.test(word));
  if (month === undefined && years.length !== 1) return undefined;
  return toPartialDate(years[0], month, day === undefined ? undefined : Number(day));
}

/** "2012", "2012-02" or "2012-02-01". */
export function toIsoDate({ year, month, day }: PartialDate): string {
  const parts = [year, month, day].filter((part) => part !== undefined);
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the four date fields of EmbeddedMetadata. */
export function toDateFields(date: PartialDate | undefined): Partial<PartialDate> & { releaseDate?: string } {
  return date === undefined ? {} : { releaseDate: toIsoDate(date), ...date };
}
