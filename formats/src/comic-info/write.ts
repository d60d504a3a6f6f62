// Writes metadata of a comic as ComicInfo.xml 2.1
// (https://anansi-project.github.io/docs/comicinfo/documentation) in the order of its schema.
import type { ContributorRole, EmbeddedMetadata, Membership } from '../metadata.ts';
import { toElement } from '../xml/escape.ts';

/** Ratings of the schema by the age that readers commonly assign to them. */
const ratings: readonly (readonly [years: number, rating: string])[] = [
  [0, 'Everyone'],
  [3, 'Early Childhood'],
  [6, 'Kids to Adults'],
  [8, 'PG'],
  [10, 'Everyone 10+'],
  [13, 'Teen'],
  [15, 'MA15+'],
  [17, 'Mature 17+'],
];
const strictest = 'Adults Only 18+';

/** An age between two ratings gets the stricter one. */
const toRating = (years: number | undefined): string | undefined =>
  years === undefined ? undefined : (ratings.find(([age]) => age >= years)?.[1] ?? strictest);

/** Lists are separated by commas, which cannot be escaped. */
const toList = (values: readonly string[] | undefined): string | undefined =>
  values?.map((value) => value.replaceAll(',', ' ').replace(/\s+/g, ' ').trim()).join(', ');

/** `what` is the metadata of a comic, or the finished elements. */
export function writeComicInfo(what: EmbeddedMetadata | readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ComicInfo xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    ...('source' in what ? toComicInfoElements(what) : what),
    '</ComicInfo>',
    '',
  ].join('\n');
}

/** Returns one element per line in the order of the schema. */
export function toComicInfoElements(book: EmbeddedMetadata): string[] {
  const [year, month, day] = (book.releaseDate ?? '').split('-').map(Number);
  const alternate = book.alternateSeries?.[0];
  return [
    ...toElement('Title', book.title),
    ...toElement('Series', book.series),
    ...toElement('Number', book.numberText ?? book.number ?? book.seriesPosition),
    ...toElement('Count', book.seriesTotal),
    ...toElement('Volume', book.volume),
    ...toElement('AlternateSeries', alternate?.name),
    ...toElement('AlternateNumber', alternate?.numberText ?? alternate?.number),
    ...toElement('AlternateCount', alternate?.total),
    ...toElement('Summary', book.summary),
    ...toElement('Notes', book.notes),
    ...toElement('Year', year === 0 ? undefined : year),
    ...toElement('Month', month),
    ...toElement('Day', day),
    ...toCredits(book),
    ...toElement('Publisher', book.publisher),
    ...toElement('Imprint', book.imprint),
    ...toElement('Genre', toList(book.genres)),
    ...toElement('Tags', toList([...(book.tags ?? []), ...(book.subjects ?? [])])),
    ...toElement('Web', book.externalLinks?.map(({ url }) => url).join(' ')),
    ...toElement('PageCount', book.pageCount),
    ...toElement('LanguageISO', book.language),
    ...toElement('Format', book.formatDetail),
    ...toElement('BlackAndWhite', toYesNo(book.blackAndWhite)),
    ...toElement('Manga', toManga(book)),
    ...toElement('Characters', toList(book.characters)),
    ...toElement('Teams', toList(book.teams)),
    ...toElement('Locations', toList(book.locations)),
    ...toElement('ScanInformation', book.scanInformation),
    ...toArcs(book.storyArcs ?? []),
    ...toElement('SeriesGroup', toList(book.collections?.map(({ name }) => name))),
    ...toElement('AgeRating', toRating(book.ageRating)),
    ...toElement('CommunityRating', book.communityRating),
    ...toElement('MainCharacterOrTeam', book.mainCharacterOrTeam),
    ...toElement('Review', book.review),
    ...toElement('GTIN', book.isbns?.[0]),
  ];
}

/**
 * Elements of people and the roles that each represents. A role that the schema lacks is written as Writer.
 */
const credits: readonly (readonly [element: string, roles: readonly ContributorRole[]])[] = [
  ['Writer', ['writer', 'author', 'co_author', 'contributor']],
  ['Penciller', ['penciller', 'illustrator']],
  ['Inker', ['inker']],
  ['Colorist', ['colorist']],
  ['Letterer', ['letterer']],
  ['CoverArtist', ['cover_artist']],
  ['Editor', ['editor']],
  ['Translator', ['translator']],
];

const toCredits = ({ authors = [] }: EmbeddedMetadata): string[] =>
  credits.flatMap(([element, roles]) => {
    const names = authors.filter(({ role }) => roles.includes(role)).map(({ name }) => name);
    return toElement(element, toList([...new Set(names)]));
  });

const toYesNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'Yes' : 'No';

function toManga({ manga, readingDirection }: EmbeddedMetadata): string | undefined {
  if (readingDirection === 'rtl' && manga !== false) return 'YesAndRightToLeft';
  return toYesNo(manga);
}

/** Names and numbers are parallel lists. */
function toArcs(arcs: readonly Membership[]): string[] {
  const numbers = arcs.map(({ numberText, number }) => numberText ?? number?.toString() ?? '');
  return [
    ...toElement('StoryArc', toList(arcs.map(({ name }) => name))),
    ...toElement('StoryArcNumber', numbers.some((number) => number !== '') ? numbers.join(',') : undefined),
  ];
}
