// Facts of the manifest about comic pages and ComicInfo.xml.
import { type CorpusFile, measureImage } from '@lectern/server/testing';
import { type Claim, claim } from './claims.ts';
import type { Observation } from './observe.ts';

/** Facts with a different wording, or with a different result by design; see each entry. */
const exceptions: ReadonlyMap<string, object> = new Map([
  // A link is never a page.
  ['hostile/archives/symlink entry.cbz', { imageCount: 1, firstImage: '002.png', lastImage: '002.png' }],
  // The API returns paths with forward slashes.
  ['hostile/archives/path traversal names.cbz', { lastImage: 'C:/Windows/evil.png' }],
  // Both entries with the same name are pages. The manifest has the size of the second.
  ['hostile/archives/duplicate names.cbz', { firstImageSize: [41, 61, 'PNG'] }],
  // The header is in the damaged bytes, which are not served.
  ['hostile/archives/damaged data.cbr', { lastImageSize: undefined }],
  // The manifest has the CP437 reading of these Shift_JIS names.
  ['hostile/names/entry names in shift_jis.cbz', { firstImage: '第一話_01.png', lastImage: '第一話_02.png' }],
]);

export async function pageClaims(file: CorpusFile, seen: Observation): Promise<Claim[]> {
  const { book, pages } = seen;
  const facts = { ...file.facts, ...exceptions.get(file.path) };
  const first = pages[0];
  const last = pages.at(-1);
  const size = (page: typeof first) => page && [page.width, page.height, page.fileFormat];
  const claims = [
    claim('imageCount', [book.pageCount, pages.length], [facts.imageCount, facts.imageCount]),
    claim('firstImage', first?.fileName, facts.firstImage),
    claim('lastImage', last?.fileName, facts.lastImage),
  ];
  const ends = [
    ['firstImageSize', first, seen.firstPage],
    ['lastImageSize', last, seen.lastPage],
  ] as const;
  for (const [name, page, served] of ends) {
    const fact = facts[name];
    if (!fact) continue;
    const expected = [fact[0], fact[1], fact[2].toLowerCase()];
    claims.push(claim(name, size(page), expected));
    // Decodes the served image with an independent decoder, which does not support JPEG XL and BMP.
    if (served.status === 200 && !['JXL', 'BMP'].includes(fact[2]))
      claims.push(claim(`${name} as served`, await measureImage(served.bytes), [fact[0], fact[1]]));
  }
  if (facts.plainSortFirst !== undefined)
    claims.push(claim('plainSortFirst', pages.map((page) => page.fileName).sort()[0], facts.plainSortFirst));
  return claims;
}

const list = (text: string) => text.split(',').flatMap((part) => part.trim() || []);
const integer = (text: string, min: number, max: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null;
/** Age in years of the AgeRating values of ComicInfo 2.1. */
const ages: Record<string, number> = { Everyone: 0, 'Early Childhood': 3, Teen: 13 };

/** Returns the known parts of year, month and day. */
function toDate({ Year = '', Month = '', Day = '' }: Record<string, string>): string | null {
  const parts = [integer(Year, 1000, 2999), integer(Month, 1, 12), integer(Day, 1, 31)];
  const upTo = parts.indexOf(null);
  const known = upTo < 0 ? parts : parts.slice(0, upTo);
  return known.map((part) => String(part).padStart(2, '0')).join('-') || null;
}

/** Compares elements of ComicInfo.xml with the metadata. PageCount is not shown. */
export function comicInfoClaims(file: CorpusFile, { metadata, book }: Observation): Claim[] {
  const info: Record<string, string> = file.facts.comicInfo ?? {};
  const expected: Record<string, (fact: string) => [found: unknown, expected: unknown]> = {
    Title: (fact) => [metadata?.title, fact || null],
    Series: (fact) => [metadata?.series, fact || null],
    Number: (fact) => [metadata?.number, Number.isFinite(Number(fact)) ? Number(fact) : null],
    Count: (fact) => [metadata?.seriesTotal, integer(fact, 1, 1e9)],
    Volume: (fact) => [metadata?.volume, integer(fact, 0, 1e9)],
    Year: () => [metadata?.releaseDate, toDate(info)],
    Writer: (fact) => [
      metadata?.authors.filter(({ role }) => role === 'writer').map(({ name }) => name) ?? [],
      list(fact),
    ],
    Publisher: (fact) => [metadata?.publisher, fact || null],
    Genre: (fact) => [metadata?.genres, list(fact)],
    Tags: (fact) => [metadata?.tags, list(fact)],
    LanguageISO: (fact) => [metadata?.language, fact.length === 2 ? fact : null],
    AgeRating: (fact) => [metadata?.ageRating, ages[fact] ?? null],
    Manga: (fact) => [
      [metadata?.manga, book.readingDirection],
      fact === 'YesAndRightToLeft' ? [true, 'rtl'] : [fact === 'No' ? false : null, 'ltr'],
    ],
  };
  return Object.entries(info).flatMap(([element, fact]) => {
    const pair = expected[element]?.(fact);
    return pair ? [claim(`comicInfo.${element}`, ...pair)] : [];
  });
}
