// A package's metadata → the neutral shape: of many ways to say a thing, the EPUB 3 one, then calibre's, then EPUB 2's.
import type { AlternateTitle, EmbeddedMetadata, Membership, ReadingDirection } from '../metadata.ts';
import { parsePartialDate, toDateFields } from '../values/date.ts';
import { toDefined } from '../values/defined.ts';
import { parseLanguage } from '../values/language.ts';
import { toMembership } from '../values/membership.ts';
import { parseDecimal } from '../values/number.ts';
import { toDistinct } from '../values/text.ts';
import { toIdentifiers, toIsbns } from './identifiers.ts';
import { bySequence, toAuthors } from './people.ts';
import type { Opf, OpfCollection, OpfTitle } from './types.ts';

const firstPublication = 'original-publication';

/** What an EPUB, or a metadata.opf beside a book, says about the book. */
export function toEmbeddedMetadata(opf: Opf): EmbeddedMetadata {
  const titles = opf.titles.toSorted(bySequence);
  const main = findMainTitle(titles);
  const series = findSeries(opf);
  const meta = (name: string) => opf.metas.get(name)?.[0];
  const rating = parseDecimal(meta('calibre:rating') ?? '', 0, 10);
  return toDefined<EmbeddedMetadata>({
    source: 'opf',
    title: main?.text,
    titleSort: main?.sort ?? meta('calibre:title_sort'),
    subtitle: titles.find((title) => title.type === 'subtitle')?.text,
    edition: titles.find((title) => title.type === 'edition')?.text,
    alternateTitles: toAlternateTitles(titles, main),
    summary: opf.description,
    bookType: meta('book-type')?.toLowerCase() === 'comic' ? 'comic' : undefined,
    numberText: series?.number === undefined ? series?.numberText : String(series.number),
    number: series?.number,
    series: series?.name,
    seriesPosition: series?.number,
    collections: toCollections(opf, titles, series?.name),
    authors: toAuthors(opf.people),
    publisher: opf.publishers[0] ?? opf.people.find((person) => person.roles.includes('pbl'))?.name,
    language: opf.languages.map(parseLanguage).find((language) => language !== undefined),
    ...toDateFields(parsePartialDate(findDate(opf) ?? '')),
    originalYear: parsePartialDate(eventDate(opf, firstPublication) ?? '')?.year,
    isbns: toIsbns(opf.identifiers),
    identifiers: toIdentifiers(opf.identifiers),
    subjects: toDistinct(opf.subjects),
    genres: toDistinct(opf.metas.get('schema:genre') ?? []),
    // Calibre counts half stars; 0 is its "not rated".
    communityRating: rating === undefined || rating === 0 ? undefined : rating / 2,
    readingDirection: toReadingDirection(opf),
    rights: opf.rights,
  });
}

function findMainTitle(titles: readonly OpfTitle[]): OpfTitle | undefined {
  return (
    titles.find((title) => title.type === 'main') ??
    titles.find((title) => title.type === undefined) ??
    titles[0]
  );
}

function toAlternateTitles(titles: readonly OpfTitle[], main: OpfTitle | undefined): AlternateTitle[] {
  return titles
    .filter((title) => title !== main && (title.type === 'short' || title.type === 'expanded'))
    .map((title) => ({ label: title.type ?? '', title: title.text }));
}

/**
 * A collection said to be a series; else calibre's series; else a collection of another kind that the book has a
 * place in.
 */
function findSeries(opf: Opf): Membership | undefined {
  const stated = opf.collections.find((collection) => collection.type === 'series');
  if (stated !== undefined) return toMember(stated);
  const calibre = opf.metas.get('calibre:series')?.[0];
  if (calibre !== undefined) return toMembership(calibre, opf.metas.get('calibre:series_index')?.[0]);
  const placed = opf.collections.find((collection) => collection.position !== undefined);
  return placed === undefined ? undefined : toMember(placed);
}

/** "1.2.3" of nested collections counts as 1.2. */
function toMember(collection: OpfCollection): Membership {
  const place = collection.position?.split('.').slice(0, 2).join('.');
  return toMembership(collection.name, place);
}

/** The collections that are not the series, and the title of the collection that the book is in. */
function toCollections(opf: Opf, titles: readonly OpfTitle[], series: string | undefined): Membership[] {
  const others = opf.collections.filter((collection) => collection.name !== series).map(toMember);
  const titled = titles.filter((title) => title.type === 'collection').map((title) => ({ name: title.text }));
  return [...others, ...titled];
}

/** What happens to files, not to books. */
const ofFiles = /^(modifi|conver)/;

/**
 * Of publication if one says so, else of the first publication, else the one that says nothing (EPUB 3), else of
 * another event: conversions and changes are no releases.
 */
function findDate(opf: Opf): string | undefined {
  const stated = ['publication', 'published', 'issued', firstPublication].map((event) =>
    eventDate(opf, event),
  );
  return (
    stated.find((date) => date !== undefined) ??
    opf.dates.find((date) => date.event === undefined)?.value ??
    opf.dates.find((date) => date.event !== undefined && !ofFiles.test(date.event))?.value
  );
}

function eventDate(opf: Opf, event: string): string | undefined {
  return opf.dates.find((date) => date.event === event)?.value;
}

/** The spine's direction, else Amazon's writing mode; a scrolled fixed layout is a webtoon. */
export function toReadingDirection(opf: Opf): ReadingDirection | undefined {
  if (opf.rendition.layout === 'roll') return 'webtoon';
  if (opf.pageProgressionDirection === 'ltr' || opf.pageProgressionDirection === 'rtl') {
    return opf.pageProgressionDirection;
  }
  const mode = opf.metas.get('primary-writing-mode')?.[0]?.toLowerCase();
  if (mode?.endsWith('-rl') === true) return 'rtl';
  return mode?.endsWith('-lr') === true ? 'ltr' : undefined;
}
