// Publication dates of limited precision: a year, a month, a day.
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

/**
 * Parses the date at the beginning of an ISO 8601 text: "2012", "2012-02", "2012-02-01T…", also with "/" or
 * "." as separator.
 */
export function parsePartialDate(text: string): PartialDate | undefined {
  const match = /^\s*(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)/.exec(text);
  if (match === null) return undefined;
  const [, year, month = '', day = ''] = match;
  return toPartialDate(Number(year), parseWhole(month, 1), parseWhole(day, 1));
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
