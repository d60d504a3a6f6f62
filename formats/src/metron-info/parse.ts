// Maps MetronInfo.xml 1.0 (metron-project) to the common shape. Newer taggers write it next to ComicInfo.xml.
import type { Limits } from '../limits.ts';
import type { Contributor, EmbeddedMetadata, Identifier, Membership, SeriesMetadata } from '../metadata.ts';
import { parseAgeRating } from '../values/age-rating.ts';
import { parseBookType } from '../values/book-type.ts';
import { parsePartialDate, toDateFields } from '../values/date.ts';
import { toDefined } from '../values/defined.ts';
import { parseIsbn } from '../values/isbn.ts';
import { parseLanguage } from '../values/language.ts';
import { toLinks } from '../values/link.ts';
import { toMembership } from '../values/membership.ts';
import { parseIssueNumber, parseWhole } from '../values/number.ts';
import { splitPeople } from '../values/people.ts';
import { toPlainText } from '../values/plain-text.ts';
import { parseRole } from '../values/role.ts';
import { maxListItems, toDistinct, toLine, toLines } from '../values/text.ts';
import type { OnRepair } from '../xml/recover.ts';
import type { XmlElement } from '../xml/tree.ts';
import { attribute, elements, firstElement, parseXml, textOf } from '../xml/tree.ts';

/** Whether an entry is a MetronInfo.xml: in any case, at the root or in a folder. */
export function isMetronInfoName(entryName: string): boolean {
  return /(?:^|[/\\])metroninfo\.xml$/i.test(entryName) && !entryName.includes('__MACOSX');
}

/**
 * Returns undefined for another root element. With `onRepair`, reads documents that are not well-formed. Throws
 * FormatError `metadata` like `readXml`.
 */
export function parseMetronInfo(
  bytes: Uint8Array,
  limits: Limits,
  onRepair?: OnRepair,
): EmbeddedMetadata | undefined {
  const root = parseXml(bytes, limits, { onRepair });
  if (root.name !== 'MetronInfo') return undefined;
  const series = firstElement(root, 'Series');
  const publisher = firstElement(root, 'Publisher');
  const gtin = firstElement(root, 'GTIN');
  const numberText = line(root, 'Number');
  const number = numberText === undefined ? undefined : parseIssueNumber(numberText);
  const ageRatingText = line(root, 'AgeRating');
  const mangaVolume = line(root, 'MangaVolume');
  const seriesFacts = toSeriesFacts(series);
  return toDefined<EmbeddedMetadata>({
    source: 'metron_info',
    title: line(root, 'CollectionTitle') ?? list(root, 'Stories', 'Story')?.join('; '),
    summary: toPlainText(textOf(firstElement(root, 'Summary')), limits.maxTextLength),
    notes: toLines(textOf(firstElement(root, 'Notes')), limits.maxTextLength),
    bookType: parseBookType(line(series, 'Format')) ?? (mangaVolume === undefined ? undefined : 'manga'),
    manga: mangaVolume === undefined ? undefined : true,
    numberText,
    number,
    volume: mangaVolume === undefined ? seriesFacts?.volume : parseWhole(mangaVolume, 0),
    series: line(series, 'Name'),
    seriesPosition: number,
    seriesTotal: seriesFacts?.totalChapterCount,
    seriesFacts,
    storyArcs: toArcs(root),
    authors: toAuthors(root),
    publisher: line(publisher, 'Name'),
    imprint: line(publisher, 'Imprint'),
    language: seriesFacts?.language,
    ...toDateFields(parsePartialDate(line(root, 'CoverDate') ?? line(root, 'StoreDate') ?? '')),
    isbns: toDefinedList(parseIsbn(line(gtin, 'ISBN') ?? '')),
    identifiers: toIdentifiers(root, gtin),
    externalLinks: toLinks(elements(firstElement(root, 'URLs') ?? root, 'URL').map(textOf)),
    genres: list(root, 'Genres', 'Genre'),
    tags: list(root, 'Tags', 'Tag'),
    characters: list(root, 'Characters', 'Character'),
    teams: list(root, 'Teams', 'Team'),
    locations: list(root, 'Locations', 'Location'),
    ageRating: ageRatingText === undefined ? undefined : parseAgeRating(ageRatingText),
    ageRatingText,
    formatDetail: line(series, 'Format'),
    pageCount: parseWhole(line(root, 'PageCount') ?? '', 1),
  });
}

function toSeriesFacts(series: XmlElement | undefined): SeriesMetadata | undefined {
  if (series === undefined) return undefined;
  const names = elements(firstElement(series, 'AlternativeNames') ?? series, 'AlternativeName');
  return toDefined<SeriesMetadata>({
    title: line(series, 'Name'),
    titleSort: line(series, 'SortName'),
    alternateTitles: names.slice(0, maxListItems).flatMap((name) => {
      const title = toLine(textOf(name));
      return title === undefined
        ? []
        : [{ label: parseLanguage(attribute(name, 'lang') ?? '') ?? '', title }];
    }),
    volume: parseWhole(line(series, 'Volume') ?? '', 0),
    year: parseWhole(line(series, 'StartYear') ?? '', 1000, 2999),
    totalChapterCount: parseWhole(line(series, 'IssueCount') ?? '', 1),
    totalVolumeCount: parseWhole(line(series, 'VolumeCount') ?? '', 1),
    formatDetail: line(series, 'Format'),
    language: parseLanguage(attribute(series, 'lang') ?? ''),
  });
}

function toArcs(root: XmlElement): Membership[] {
  return elements(firstElement(root, 'Arcs') ?? root, 'Arc')
    .slice(0, maxListItems)
    .flatMap((arc) => {
      const name = line(arc, 'Name');
      return name === undefined ? [] : [toMembership(name, line(arc, 'Number'))];
    });
}

function toAuthors(root: XmlElement): Contributor[] {
  const credits = elements(firstElement(root, 'Credits') ?? root, 'Credit').slice(0, maxListItems);
  return credits.flatMap((credit) => {
    const name = line(credit, 'Creator');
    if (name === undefined) return [];
    const words = elements(firstElement(credit, 'Roles') ?? credit, 'Role').slice(0, 20);
    const roles = new Set(words.map((word) => parseRole(textOf(word)) ?? 'contributor'));
    if (roles.size === 0) roles.add('contributor');
    return splitPeople(name).flatMap((person) => [...roles].map((role) => ({ name: person, role })));
  });
}

function toIdentifiers(root: XmlElement, gtin: XmlElement | undefined): Identifier[] {
  const ids = elements(firstElement(root, 'IDS') ?? root, 'ID').slice(0, maxListItems);
  const identifiers = ids.flatMap((id) => {
    const scheme = toLine(attribute(id, 'source') ?? '')
      ?.toLowerCase()
      .replaceAll(' ', '');
    const value = toLine(textOf(id));
    return scheme === undefined || value === undefined ? [] : [{ scheme, value }];
  });
  const upc = line(gtin, 'UPC');
  return upc === undefined ? identifiers : [...identifiers, { scheme: 'upc', value: upc }];
}

function line(parent: XmlElement | undefined, name: string): string | undefined {
  return toLine(textOf(firstElement(parent, name)));
}

function list(root: XmlElement, group: string, name: string): string[] | undefined {
  return toDistinct(elements(firstElement(root, group) ?? root, name).map(textOf));
}

function toDefinedList<T>(value: T | undefined): T[] | undefined {
  return value === undefined ? undefined : [value];
}
