// Maps the metadata of a package to the common shape. EPUB 3 notation takes precedence over calibre's, and
// calibre's over EPUB 2's.
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

/** Maps the metadata of an EPUB, or of a metadata.opf next to a book. */
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
    // Calibre counts half stars; 0 means "not rated".
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
 * Returns a collection of type series; otherwise calibre's series; otherwise another collection with a
 * position.
 */
function findSeries(opf: Opf): Membership | undefined {
  const stated = opf.collections.find((collection) => collection.type === 'series');
  if (stated !== undefined) return toMember(stated);
  const calibre = opf.metas.get('calibre:series')?.[0];
  if (calibre !== undefined) return toMembership(calibre, opf.metas.get('calibre:series_index')?.[0]);
  const numbered = opf.collections.find((collection) => collection.position !== undefined);
  return numbered === undefined ? undefined : toMember(numbered);
}

/** The position "1.2.3" of nested collections counts as 1.2. */
function toMember(collection: OpfCollection): Membership {
  const place = collection.position?.split('.').slice(0, 2).join('.');
  return toMembership(collection.name, place);
}

/** Returns the collections other than the series, and the title of the collection that contains the book. */
function toCollections(opf: Opf, titles: readonly OpfTitle[], series: string | undefined): Membership[] {
  const others = opf.collections.filter((collection) => collection.name !== series).map(toMember);
  const titled = titles.filter((title) => title.type === 'collection').map((title) => ({ name: title.text }));
  return [...others, ...titled];
}

/** Events of files, not of books. */
const ofFiles = /^(modifi|conver)/;

/**
 * Returns the publication date; otherwise the date of the first publication, a date without an event (EPUB
 * 3), or the date of another event. Conversions and modifications are not releases.
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

/** Returns the spine's direction, otherwise Amazon's writing mode. A scrolled fixed layout is a webtoon. */
export function toReadingDirection(opf: Opf): ReadingDirection | undefined {
  if (opf.rendition.layout === 'roll') return 'webtoon';
  if (opf.pageProgressionDirection === 'ltr' || opf.pageProgressionDirection === 'rtl') {
    return opf.pageProgressionDirection;
  }
  const mode = opf.metas.get('primary-writing-mode')?.[0]?.toLowerCase();
  if (mode?.endsWith('-rl') === true) return 'rtl';
  return mode?.endsWith('-lr') === true ? 'ltr' : undefined;
}
