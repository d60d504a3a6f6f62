// Maps ComicInfo to the common shape.
import type {
  BookType,
  Contributor,
  ContributorRole,
  EmbeddedMetadata,
  Identifier,
  Membership,
} from '../metadata.ts';
import { parseAgeRating } from '../values/age-rating.ts';
import { parseBookType } from '../values/book-type.ts';
import { toDateFields, toPartialDate } from '../values/date.ts';
import { toDefined } from '../values/defined.ts';
import { parseIsbn } from '../values/isbn.ts';
import { toMembership } from '../values/membership.ts';
import { parseIssueNumber } from '../values/number.ts';
import { toPageNotes } from './pages.ts';
import type { ComicInfo } from './types.ts';

/** `imageCount` is the number of images in the archive, if known. Notes on pages beyond it are omitted. */
export function toEmbeddedMetadata(info: ComicInfo, imageCount?: number): EmbeddedMetadata {
  const { number: numberText, count, alternateSeries, alternateNumber, alternateCount, ...others } = info;
  const { writers, pencillers, inkers, colorists, letterers, coverArtists, ...unnamed } = others;
  const { editors, translators, web, languageIso, format, manga, storyArcs, ...more } = unnamed;
  const { seriesGroups, ageRating: ageRatingText, pages, gtin, seriesSort, localizedSeries, ...rest } = more;
  const { year, month, day, ...same } = rest;
  const number = numberText === undefined ? undefined : parseIssueNumber(numberText);
  const isbn = gtin === undefined ? undefined : parseIsbn(gtin);
  return toDefined<EmbeddedMetadata>({
    source: 'comic_info',
    ...same,
    bookType: toBookType(info),
    numberText,
    number,
    seriesPosition: number,
    seriesTotal: count,
    seriesFacts: toSeriesFacts(info),
    collections: seriesGroups?.map((name) => ({ name })),
    storyArcs: storyArcs?.map((arc) => toMembership(arc.name, arc.number)),
    alternateSeries: toAlternateSeries(info),
    authors: toAuthors(info),
    language: languageIso,
    ...toDateFields(toPartialDate(year, month, day)),
    isbns: isbn === undefined ? undefined : [isbn],
    identifiers: toIdentifiers(info, isbn),
    externalLinks: web,
    ageRating: ageRatingText === undefined ? undefined : parseAgeRating(ageRatingText),
    ageRatingText,
    // In ComicInfo, "Yes" means manga but implies no direction.
    readingDirection: manga === 'YesAndRightToLeft' ? 'rtl' : undefined,
    manga: manga === undefined ? undefined : manga !== 'No',
    formatDetail: format,
    pageNotes: pages === undefined ? undefined : toPageNotes(pages, imageCount),
  });
}

function toBookType(info: ComicInfo): BookType | undefined {
  return (
    parseBookType(info.format) ?? (info.manga === undefined || info.manga === 'No' ? undefined : 'manga')
  );
}

function toAlternateSeries(info: ComicInfo): Membership[] | undefined {
  if (info.alternateSeries === undefined) return undefined;
  return [toMembership(info.alternateSeries, info.alternateNumber, info.alternateCount)];
}

function toSeriesFacts(info: ComicInfo): EmbeddedMetadata['seriesFacts'] {
  if (info.seriesSort === undefined && info.localizedSeries === undefined) return undefined;
  const alternate =
    info.localizedSeries === undefined ? undefined : [{ label: '', title: info.localizedSeries }];
  return toDefined({ titleSort: info.seriesSort, alternateTitles: alternate });
}

function toAuthors(info: ComicInfo): Contributor[] | undefined {
  const authors = [
    ...withRole(info.writers, 'writer'),
    ...withRole(info.pencillers, 'penciller'),
    ...withRole(info.inkers, 'inker'),
    ...withRole(info.colorists, 'colorist'),
    ...withRole(info.letterers, 'letterer'),
    ...withRole(info.coverArtists, 'cover_artist'),
    ...withRole(info.editors, 'editor'),
    ...withRole(info.translators, 'translator'),
  ];
  return authors.length === 0 ? undefined : authors;
}

function withRole(names: readonly string[] = [], role: ContributorRole): Contributor[] {
  return names.map((name) => ({ name, role }));
}

/** Returns the GTIN unless it is an ISBN, and the ComicVine id of the issue, by which reading lists match. */
function toIdentifiers(info: ComicInfo, isbn: string | undefined): Identifier[] | undefined {
  const comicVine = findComicVineId(info);
  const identifiers: Identifier[] = [
    ...(info.gtin === undefined || isbn !== undefined ? [] : [{ scheme: 'gtin', value: info.gtin }]),
    ...(comicVine === undefined ? [] : [{ scheme: 'comicvine', value: comicVine }]),
  ];
  return identifiers.length === 0 ? undefined : identifiers;
}

/**
 * Finds the id in the address of an issue (".../4000-12345/") or in the tag that taggers write into Notes
 * ("[CVDB12345]").
 */
function findComicVineId(info: ComicInfo): string | undefined {
  const page = info.web?.find((link) => link.sourceName.endsWith('comicvine.gamespot.com'));
  const fromPage = page === undefined ? undefined : /\/4000-(\d{1,9})\b/.exec(page.url)?.[1];
  if (fromPage !== undefined || info.notes === undefined) return fromPage;
  const fromMark = /\[CVDB(\d{1,9})\]/.exec(info.notes)?.[1];
  if (fromMark !== undefined || !/comic ?vine/i.test(info.notes)) return fromMark;
  return /\[Issue ID (\d{1,9})\]/.exec(info.notes)?.[1];
}
