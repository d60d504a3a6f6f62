// Terms of a book or series, derived from its metadata. Pure.
import { type MetadataField, plainBookFields } from '@lectern/contract/libraries/metadata-fields';
import { fold } from '#infrastructure/text/fold.ts';

/** The lists of a metadata row that can be searched. */
export interface ListsOfMetadata {
  [field: string]: unknown;
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

/** Longer names are truncated, so that they fit an index entry of both databases. */
const maxNameLength = 400;
/** More than any real book has; limits hostile files. */
const maxTerms = 500;

interface Named {
  kind: string;
  name: string;
  role?: string;
}
type Name = Omit<Named, 'kind'>;

/** Terms for the fields of a book or series that have a term kind. */
export function toTerms(fields: Readonly<Record<string, MetadataField>>, values: ListsOfMetadata): Term[] {
  const named = Object.entries(fields).flatMap(([field, { term: kind }]): Named[] =>
    kind === undefined ? [] : toNames(values[field]).map((one) => ({ kind, ...one })),
  );
  const ids = (values.externalIds ?? []).map(({ source, externalId }) => `${source}:${externalId}`);
  return toDistinct([...named, ...ids.map((name) => ({ kind: 'externalId', name }))]);
}

/** Plain fields of a book that the full-text search covers. */
export const toSearchedTexts = (values: ListsOfMetadata): string[] =>
  Object.entries<MetadataField>(plainBookFields).flatMap(([field, { isSearched }]) =>
    isSearched ? toNames(values[field]).map(({ name }) => name) : [],
  );

/** Accepts a text, a list of texts, or a list of people. */
function toNames(value: unknown): Name[] {
  if (typeof value === 'string') return [{ name: value }];
  return Array.isArray(value)
    ? value.map((one: string | Name) => (typeof one === 'string' ? { name: one } : one))
    : [];
}

function toDistinct(named: readonly Named[]): Term[] {
  const terms = new Map<string, Term>();
  for (const { kind, name, role = '' } of named) {
    const text = name.trim().slice(0, maxNameLength).toWellFormed();
    const nameFolded = fold(text);
    if (nameFolded === '' || terms.size >= maxTerms) continue;
    const key = `${kind}\n${nameFolded}\n${role}`;
    if (!terms.has(key)) terms.set(key, { kind, name: text, nameFolded, role });
  }
  return [...terms.values()];
}
