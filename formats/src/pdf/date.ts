// Converts dates of PDF documents (ISO 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm') to ISO 8601.

const PDF_DATE =
  /^\s*(?:D:\s*)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*([-+Zz])?(\d{2})?'?(\d{2})?/;

/**
 * Converts a PDF date to ISO 8601 with the given precision: `2023`, `2023-03`, `2023-03-06`, `2023-03-06T18:06:57+01:00`
 * (without an offset if it has none). Omits the first part that is out of range and all following parts. Returns
 * undefined without a year of at least 1. The `D:` is optional.
 */
export function parsePdfDate(text: string): string | undefined {
  const match = PDF_DATE.exec(text.slice(0, 64));
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second, sign, offsetHours, offsetMinutes] = match;
  if (Number(year) < 1) return undefined;
  if (!isWithin(month, 1, 12)) return year;
  if (!isWithin(day, 1, daysOf(Number(year), Number(month)))) return `${year}-${month}`;
  const date = `${year}-${month}-${day}`;
  if (!isWithin(hour, 0, 23) || !isWithin(minute, 0, 59)) return date;
  const seconds = isWithin(second, 0, 59) ? second : '00';
  return `${date}T${hour}:${minute}:${seconds}${toOffset(sign, offsetHours, offsetMinutes)}`;
}

function isWithin(digits: string | undefined, min: number, max: number): boolean {
  return digits !== undefined && Number(digits) >= min && Number(digits) <= max;
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function toOffset(sign = '', hours = '00', minutes = '00'): string {
  if (sign === '') return '';
  const isZero = Number(hours) === 0 && Number(minutes) === 0;
  if (sign.toUpperCase() === 'Z' || isZero) return 'Z';
  return isWithin(hours, 0, 14) && isWithin(minutes, 0, 59) ? `${sign}${hours}:${minutes}` : '';
}
