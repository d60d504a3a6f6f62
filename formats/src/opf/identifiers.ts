// Classifies the identifiers of a package: ISBNs and identifiers of other schemes.
import type { Identifier } from '../metadata.ts';
import { parseIsbn } from '../values/isbn.ts';
import type { OpfIdentifier } from './types.ts';

const schemeNames: ReadonlyMap<string, string> = new Map([
  ['mobi-asin', 'asin'],
  ['amazon', 'asin'],
  ['06', 'doi'],
  // ONIX code list 5: "proprietary" carries no information.
  ['01', ''],
]);

/**
 * Returns distinct ISBN-13s. Ten digits count only if the file calls them an ISBN, because one number in
 * eleven has a valid check digit by chance.
 */
export function toIsbns(identifiers: readonly OpfIdentifier[]): string[] {
  const isbns = identifiers.flatMap((identifier) => toIsbn(identifier) ?? []);
  return [...new Set(isbns)];
}

function toIsbn({ value, scheme }: OpfIdentifier): string | undefined {
  const isbn = parseIsbn(value);
  const named = /^(?:urn:)?isbn/i.test(value) || /^(?:isbn|15$|02$)/i.test(scheme ?? '');
  return named || value.replace(/\D/g, '').length === 13 ? isbn : undefined;
}

/**
 * Returns all identifiers that are not ISBNs. The scheme is the file's, otherwise a prefix ("urn:uuid:…",
 * "goodreads:123"), otherwise "".
 */
export function toIdentifiers(identifiers: readonly OpfIdentifier[]): Identifier[] {
  return identifiers.flatMap((identifier) =>
    toIsbn(identifier) === undefined ? [toIdentifier(identifier)] : [],
  );
}

function toIdentifier({ value, scheme }: OpfIdentifier): Identifier {
  if (/^https?:/i.test(value)) return { scheme: 'uri', value };
  const prefixed = /^(?:urn:)?([a-z][a-z0-9_-]{1,30}):(.+)$/i.exec(value);
  const name = (prefixed?.[1] ?? scheme ?? '').toLowerCase();
  return { scheme: schemeNames.get(name) ?? name, value: prefixed?.[2] ?? value };
}
