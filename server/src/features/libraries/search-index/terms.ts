// What a book or a series is filed under, from its metadata. Pure.
import { fold } from '#infrastructure/text/fold.ts';

/** The lists of a metadata row, as far as they are looked up. */
export interface ListsOfMetadata {
  authors?: { name: string; role: string }[];
  isbns?: string[];
  subjects?: string[];
  genres?: string[];
  tags?: string[];
  alternateTitles?: { title: string }[];
  externalIds?: { source: string; externalId: string }[];
}

export interface Term {
  kind: string;
  name: string;
  nameFolded: string;
  role: string;
}

interface Names {
  publisher: string | null;
  imprint: string | null;
  language: string | null;
}

/** Longer names are cut, so that they fit an index entry of either database. */
const maxNameLength = 400;
/** No book has more of them; a hostile one gets no more. */
const maxTerms = 500;

export const toBookTerms = (names: Names, lists: ListsOfMetadata): Term[] =>
  toTerms([...shared(names, lists), ...(lists.isbns ?? []).map((isbn) => ({ kind: 'isbn', name: isbn }))]);

export const toSeriesTerms = (names: Names, lists: ListsOfMetadata): Term[] => toTerms(shared(names, lists));

interface Named {
  kind: string;
  name: string | null;
  role?: string;
}

function shared({ publisher, imprint, language }: Names, lists: ListsOfMetadata): Named[] {
  return [
    { kind: 'publisher', name: publisher },
    { kind: 'imprint', name: imprint },
    { kind: 'language', name: language },
    ...(lists.genres ?? []).map((name) => ({ kind: 'genre', name })),
    ...(lists.tags ?? []).map((name) => ({ kind: 'tag', name })),
    ...(lists.authors ?? []).map(({ name, role }) => ({ kind: 'author', name, role })),
    ...(lists.externalIds ?? []).map(({ source, externalId }) => ({
      kind: 'externalId',
      name: `${source}:${externalId}`,
    })),
  ];
}

function toTerms(named: readonly Named[]): Term[] {
  const terms = new Map<string, Term>();
  for (const { kind, name, role = '' } of named) {
    const text = name?.trim().slice(0, maxNameLength).toWellFormed() ?? '';
    const nameFolded = fold(text);
    if (nameFolded === '' || terms.size >= maxTerms) continue;
    const key = `${kind}\n${nameFolded}\n${role}`;
    if (!terms.has(key)) terms.set(key, { kind, name: text, nameFolded, role });
  }
  return [...terms.values()];
}
