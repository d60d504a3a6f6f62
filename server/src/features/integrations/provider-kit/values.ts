// Values in answers of services: each may be missing, of another type, or not as documented.
import { toRecord } from '@lectern/contract/records';
import { toPlainText } from '@lectern/formats/values/plain-text';

const maxText = 20_000;

/** A text that is not empty, or the digits of a number. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Without the markup and entities that a text may hold. */
export function plainOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : toPlainText(text, maxText);
}

/** A number, which may be written as a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** A whole number from 1 on: for many services 0 means that it is not known. */
export function countOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 && Number.isInteger(number) ? number : undefined;
}

/** The first four digits of `1999`, `1999-2003` or `1999-04-01`. */
export function yearOf(value: unknown): number | undefined {
  const [year] = /(?<!\d)[12]\d{3}(?!\d)/.exec(textOf(value) ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const recordsOf = (value: unknown): Readonly<Record<string, unknown>>[] => listOf(value).map(toRecord);

/** Texts, each once; of objects that member. */
export function textsOf(value: unknown, member = 'name'): string[] {
  const texts = listOf(value).map((one) => textOf(typeof one === 'object' ? toRecord(one)[member] : one));
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/** By https, as browsers ask for it: some services still say http. */
export function addressOf(value: unknown): string | undefined {
  const url = URL.parse(textOf(value) ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.protocol = 'https:';
  return url.href;
}

/** Without what is undefined. */
export const compact = <T extends Record<string, unknown>>(object: T): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** What the first pattern that fits has in brackets: ids are given as such, or as addresses of pages. */
export function findId(given: string, ...patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const [, id] = pattern.exec(given.trim()) ?? [];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Titles beside the main one, each once. */
export const otherTitles = (title: string, titles: readonly (string | undefined)[]): string[] => [
  ...new Set(titles.filter((one) => one !== undefined).filter((one) => one !== title)),
];

/** Other titles with what is said of each, every title once and without the main one. */
export function eachTitleOnce<T extends { title: string | undefined }>(
  main: string | undefined,
  titles: readonly T[],
): T[] {
  const known = new Set([main]);
  return titles.filter(({ title }) => title !== undefined && !known.has(title) && known.add(title));
}
