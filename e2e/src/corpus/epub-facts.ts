// Facts of the manifest about the package document of an EPUB.
import { basename } from 'node:path';
import { type CorpusFile, measureImage } from '@lectern/server/testing';
import { type Claim, claim } from './claims.ts';
import type { Observation } from './observe.ts';

const oneSpace = (text: string) => text.trim().replace(/\s+/g, ' ');
const textOrNull = (fact: unknown) => (typeof fact === 'string' ? oneSpace(fact) : null);
const listOf = (fact: unknown) => (Array.isArray(fact) ? fact.map((item) => oneSpace(String(item))) : []);

/** Expected values where the fact is misleading, by file name and fact. */
const corrections: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  // The reading order excludes items with `linear="no"`.
  ['Moby-Dick.epub spineCount', 142],
  ['Georgia (PLS SSML).epub spineCount', 1],
  ['pkg-spine-nonlinear-activation.epub spineCount', 1],
  ['草枕.epub spineCount', 15],
  // The reading order lists each chapter once, not once per section.
  ['live-manual.en.epub spineCount', 47],
  ['live-manual.fr.epub spineCount', 47],
  ['live-manual.ja.epub spineCount', 47],
  ['live-manual.pt_BR.epub spineCount', 47],
  // A collection without a type is not a series (EPUB 3.3, D.3.4).
  ['css-epub-writing-mode.epub belongs-to-collection', null],
  ['fxl-spine-overrides_duplicate.epub belongs-to-collection', null],
  ['lay-fxl-layout-pre-paginated.epub belongs-to-collection', null],
  ['w3c pub-file-urls.epub belongs-to-collection', null],
]);

/** Removes the scheme prefix, which the API returns separately. */
const toBareIdentifier = (text: string) =>
  text
    .replace(/^urn:\w+:/, '')
    .replaceAll('-', '')
    .toLowerCase();

/** Canonical BCP 47 form. */
const toLanguage = (fact: unknown) =>
  typeof fact === 'string' ? Intl.getCanonicalLocales(fact.replace('_', '-'))[0] : null;

export async function epubClaims(file: CorpusFile, seen: Observation): Promise<Claim[]> {
  const facts: Record<string, unknown> = file.facts.epub ?? {};
  const { metadata, manifest } = seen;
  const people = metadata?.authors.map(({ name }) => name) ?? [];
  const order = manifest?.readingOrder ?? [];
  const resources = [...order, ...(manifest?.resources ?? [])];
  const creators = listOf(facts.creators);
  const identifiers = listOf(facts.identifiers).map(toBareIdentifier);
  const external = metadata?.externalIds.map(({ externalId }) => externalId) ?? [];
  const ids = [...(metadata?.isbns ?? []), ...external].map(toBareIdentifier);
  const found: Record<string, () => [found: unknown, expected: unknown]> = {
    titles: () => [metadata?.title, listOf(facts.titles)[0] ?? null],
    creators: () => [creators.filter((name) => people.includes(name)), creators],
    languages: () => [metadata?.language, toLanguage(listOf(facts.languages)[0])],
    identifiers: () => [identifiers.filter((fact) => ids.includes(fact)), identifiers],
    publisher: () => [metadata?.publisher, textOrNull(facts.publisher)],
    date: () => [metadata?.releaseDate, textOrNull(facts.date)?.slice(0, 10)],
    spineCount: () => [order.length, facts.spineCount],
    pageProgressionDirection: () => [manifest?.metadata.readingProgression, facts.pageProgressionDirection],
    hasNav: () => [resources.some(({ rel }) => [rel].flat().includes('contents')), facts.hasNav],
    hasNcx: () => [resources.some(({ type }) => type === 'application/x-dtbncx+xml'), facts.hasNcx],
    'rendition:layout': () => [manifest?.metadata.layout, 'fixed'],
    'calibre:series': () => [metadata?.series, facts['calibre:series']],
    'calibre:series_index': () => [metadata?.seriesPosition, Number(facts['calibre:series_index'])],
    'belongs-to-collection': () => [metadata?.series, facts['belongs-to-collection']],
    'group-position': () => [metadata?.seriesPosition, Number(facts['group-position'])],
  };
  const claims = Object.keys(facts).flatMap((name) => {
    const pair = found[name]?.();
    if (!pair) return [];
    const key = `${basename(file.path)} ${name}`;
    return [claim(`epub.${name}`, pair[0], corrections.has(key) ? corrections.get(key) : pair[1])];
  });
  for (const { policy } of seen.documents)
    claims.push(claim('epub.sandboxed', /\bsandbox\b/.test(policy) && !/allow-scripts/.test(policy), true));
  return Array.isArray(facts.coverSize) ? [...claims, await coverClaim(facts.coverSize, seen)] : claims;
}

async function coverClaim(fact: readonly unknown[], { cover, coverPicture }: Observation): Promise<Claim> {
  const size = coverPicture && (await measureImage(coverPicture.bytes));
  const type = `image/${String(fact[2]).toLowerCase()}`;
  return claim(
    'epub.coverSize',
    [size, coverPicture?.mediaType, cover.status],
    [fact.slice(0, 2), type, 200],
  );
}
