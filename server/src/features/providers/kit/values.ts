// Parses values of service responses. Each value may be missing, have another type, or deviate from the documentation.
import { toRecord } from '@lectern/contract/records';
import { toPlainText } from '@lectern/formats/values/plain-text';

const maxText = 20_000;

/** Returns a non-empty string, or a number as a string. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Removes markup and decodes entities. */
export function plainOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : toPlainText(text, maxText);
}

/** Returns a number, also from a numeric string. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Returns a positive integer. Many services use 0 for unknown. */
export function countOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 && Number.isInteger(number) ? number : undefined;
}

/** Returns the year of `1999`, `1999-2003` or `1999-04-01`. */
export function yearOf(value: unknown): number | undefined {
  const [year] = /(?<!\d)[12]\d{3}(?!\d)/.exec(textOf(value) ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const recordsOf = (value: unknown): Readonly<Record<string, unknown>>[] => listOf(value).map(toRecord);

/** Returns unique strings, or the named member of objects. */
export function textsOf(value: unknown, member = 'name'): string[] {
  const texts = listOf(value).map((one) => textOf(typeof one === 'object' ? toRecord(one)[member] : one));
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/** Returns an HTTPS URL. Browsers block http images, which some services still return. */
export function addressOf(value: unknown): string | undefined {
  const url = URL.parse(textOf(value) ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.protocol = 'https:';
  return url.href;
}

/** Removes undefined members. */
export const compact = <T extends Record<string, unknown>>(object: T): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Returns the first group of the first matching pattern. Ids may be given as plain ids or as page URLs. */
export function findId(given: string, ...patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const [, id] = pattern.exec(given.trim()) ?? [];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Returns unique titles without the main title. */
export const otherTitles = (title: string, titles: readonly (string | undefined)[]): string[] => [
  ...new Set(titles.filter((one) => one !== undefined).filter((one) => one !== title)),
];

/** Returns each alternate title once, with its properties, without the main title. */
export function eachTitleOnce<T extends { title: string | undefined }>(
  main: string | undefined,
  titles: readonly T[],
): T[] {
  const known = new Set([main]);
  return titles.filter(({ title }) => title !== undefined && !known.has(title) && known.add(title));
}
