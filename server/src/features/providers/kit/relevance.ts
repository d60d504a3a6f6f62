// Relevance of search results by titles, year and authors. Pure.
import { fold } from '#infrastructure/text/fold.ts';
import type { ProviderSearchResult } from './provider.ts';

interface SearchTerms {
  title: string;
  year?: number | undefined;
  authors?: readonly string[];
}

const words = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns 0 to 1. */
export function toRelevance(found: ProviderSearchResult, { title, year, authors = [] }: SearchTerms): number {
  const titles = [found.title, ...(found.alternateTitles ?? [])];
  const likeness = Math.max(...titles.map((one) => compare(words(one), words(title))));
  const known = found.preview?.authors ?? [];
  const isOther =
    authors.length > 0 &&
    known.length > 0 &&
    !known.some((one) => authors.some((by) => isSamePerson(one, by)));
  const years = year === undefined || found.year === undefined ? 0 : Math.abs(found.year - year);
  const relevance = likeness - (isOther ? 0.2 : 0) - (years > 1 ? 0.2 : years * 0.05);
  return Math.round(Math.max(0, relevance) * 100) / 100;
}

/** Treats `King, Stephen` and `Stephen King` as the same person. */
const isSamePerson = (one: string, other: string): boolean => toNames(one) === toNames(other);
const toNames = (name: string): string => words(name).split(' ').toSorted().join(' ');

/** Dice coefficient of character pairs. Only equal texts score 1. */
function compare(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1;
  const left = toPairs(one);
  const right = toPairs(other);
  const rest = new Map(right);
  let both = 0;
  for (const [pair, count] of left) both += Math.min(count, rest.get(pair) ?? 0);
  const all = sum(left) + sum(right);
  return all === 0 ? 0 : (0.95 * 2 * both) / all;
}

function toPairs(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let i = 0; i < Math.min(text.length, 500) - 1; i += 1) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

const sum = (pairs: ReadonlyMap<string, number>): number =>
  [...pairs.values()].reduce((total, count) => total + count, 0);
