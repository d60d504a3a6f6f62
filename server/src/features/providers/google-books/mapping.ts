// Maps Google Books volumes to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import { parseIsbn } from '@lectern/formats/values/isbn';
import { parseLanguage } from '@lectern/formats/values/language';
import type { ProviderSearchResult } from '../kit/index.ts';
import {
  addressOf,
  compact,
  countOf,
  numberOf,
  plainOf,
  recordsOf,
  textOf,
  textsOf,
  yearOf,
} from '../kit/index.ts';

type Data = Readonly<Record<string, unknown>>;

const sizes = ['extraLarge', 'large', 'medium', 'small', 'thumbnail', 'smallThumbnail'];

export function toFound({ id, volumeInfo }: Data): ProviderSearchResult[] {
  const info = toRecord(volumeInfo);
  const externalId = textOf(id);
  const title = textOf(info.title);
  if (externalId === undefined || title === undefined) return [];
  const subtitle = textOf(info.subtitle);
  return [
    {
      externalId,
      title,
      alternateTitles: subtitle === undefined ? [] : [`${title}: ${subtitle}`],
      year: yearOf(info.publishedDate),
      coverUrl: toCovers(info)[0],
      preview: { description: plainOf(info.description), authors: textsOf(info.authors) },
    },
  ];
}

export function toBook({ id, volumeInfo }: Data): Record<string, unknown> {
  const info = toRecord(volumeInfo);
  const externalId = textOf(id) ?? '';
  const known = recordsOf(info.industryIdentifiers)
    .filter(({ type }) => type === 'ISBN_13' || type === 'ISBN_10')
    .map(({ identifier }) => parseIsbn(String(identifier)));
  const isbns = [...new Set(known.filter((one) => one !== undefined))];
  const covers = toCovers(info);
  const rating = numberOf(info.averageRating);
  const published = textOf(info.publishedDate);
  return compact({
    externalId,
    externalUrl: `https://books.google.com/books?id=${encodeURIComponent(externalId)}`,
    title: textOf(info.title),
    subtitle: textOf(info.subtitle),
    summary: plainOf(info.description),
    authors: textsOf(info.authors).map((name) => ({ name, role: 'author' })),
    publisher: textOf(info.publisher),
    // Usually a year, a month or a day. Some values are incomplete: `19??`, `2001*`.
    releaseDate: published !== undefined && /^\d{4}(?:-\d\d){0,2}$/.test(published) ? published : undefined,
    year: yearOf(published),
    language: parseLanguage(String(info.language)),
    pageCount: countOf(info.pageCount),
    genres: toGenres(info),
    seriesPosition: toPosition(info),
    isbn: isbns[0],
    isbns,
    coverUrl: covers[0],
    covers: covers.map((url) => ({ url })),
    externalRatings:
      rating === undefined || rating > 5
        ? []
        : [
            {
              score: rating * 20,
              source: 'googlebooks',
              ...(countOf(info.ratingsCount) && { voteCount: countOf(info.ratingsCount) }),
            },
          ],
    externalIds: [{ source: 'api:googlebooks', externalId }],
  });
}

/** Cover URLs, largest first. Google returns http URLs with a curled page corner; both are removed. */
function toCovers({ imageLinks }: Data): string[] {
  const links = toRecord(imageLinks);
  const all = sizes.flatMap((size) => {
    const url = URL.parse(addressOf(links[size]) ?? '');
    url?.searchParams.delete('edge');
    return url === null ? [] : [url];
  });
  return [...new Set(all.map(({ href }) => href))];
}

/** `Fiction / Fantasy / General` yields three genres; the last one carries no information and is dropped. */
const toGenres = ({ categories }: Data): string[] => [
  ...new Set(
    textsOf(categories)
      .flatMap((path) => path.split('/').map((part) => part.trim()))
      .filter((part) => part !== '' && part !== 'General'),
  ),
];

/** Position in the series. Google Books does not return the name of the series. */
function toPosition({ seriesInfo }: Data): number | undefined {
  const { bookDisplayNumber, volumeSeries } = toRecord(seriesInfo);
  return numberOf(bookDisplayNumber) ?? numberOf(recordsOf(volumeSeries)[0]?.orderNumber);
}
