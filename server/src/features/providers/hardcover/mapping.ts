// Maps Hardcover books to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import { parseIsbn } from '@lectern/formats/values/isbn';
import { parseLanguage } from '@lectern/formats/values/language';
import { parseRole } from '@lectern/formats/values/role';
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

const maxTags = 15;

/** A search hit. */
export function toFound(document: Data): ProviderSearchResult[] {
  const externalId = textOf(document.id);
  const title = textOf(document.title);
  const rating = numberOf(document.rating);
  if (externalId === undefined || title === undefined) return [];
  const subtitle = textOf(document.subtitle);
  return [
    {
      externalId,
      title,
      year: yearOf(document.release_year) ?? yearOf(document.release_date),
      alternateTitles: [
        ...(subtitle === undefined ? [] : [`${title}: ${subtitle}`]),
        ...textsOf(document.alternative_titles),
      ],
      coverUrl: addressOf(toRecord(document.image).url),
      preview: {
        description: plainOf(document.description),
        genres: textsOf(document.genres),
        authors: textsOf(document.author_names),
        rating: rating === undefined || rating > 5 ? undefined : rating * 2,
      },
    },
  ];
}

/** A book found by ISBN. */
export const toFoundBook = (book: Data): ProviderSearchResult[] =>
  toFound({
    ...book,
    author_names: toPeople(book)
      .filter(({ role }) => role === 'author')
      .map(({ name }) => name),
  });

export function toBook(book: Data): Record<string, unknown> {
  const id = textOf(book.id) ?? '';
  const editions = recordsOf(book.editions);
  const numbers = editions.flatMap((one) => [textOf(one.isbn_13), textOf(one.isbn_10)]);
  const isbns = [...new Set(numbers.map((one) => parseIsbn(one ?? '')).filter((one) => one !== undefined))];
  const [edition = {}] = editions;
  const { position, series } = toRecord(book.featured_book_series);
  const people = toPeople(book);
  const date = textOf(book.release_date);
  const rating = numberOf(book.rating);
  const tags = toRecord(book.cached_tags);
  return compact({
    externalId: id,
    externalUrl: `https://hardcover.app/books/${encodeURIComponent(textOf(book.slug) ?? id)}`,
    title: textOf(book.title),
    subtitle: textOf(book.subtitle),
    summary: plainOf(book.description),
    authors: people.filter(({ role }) => role !== 'translator'),
    translator: people.find(({ role }) => role === 'translator')?.name,
    publisher: textOf(toRecord(edition.publisher).name),
    releaseDate: date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined,
    year: yearOf(date),
    pageCount: countOf(book.pages) ?? countOf(edition.pages),
    language: parseLanguage(textOf(toRecord(edition.language).language) ?? ''),
    genres: textsOf(tags.Genre, 'tag').slice(0, maxTags),
    tags: textsOf(tags.Mood, 'tag').slice(0, maxTags),
    seriesPosition: numberOf(position),
    seriesTotal: countOf(toRecord(series).books_count),
    isbn: isbns[0],
    isbns,
    coverUrl: addressOf(toRecord(book.image).url),
    externalRatings:
      rating === undefined || rating > 5
        ? []
        : [
            {
              score: Math.round(rating * 200) / 10,
              source: 'hardcover',
              ...(countOf(book.ratings_count) && { voteCount: countOf(book.ratings_count) }),
            },
          ],
    externalIds: [{ source: 'api:hardcover', externalId: id }],
  });
}

/** Contributors without a role are authors. Narrators are skipped. */
function toPeople({ cached_contributors: contributors }: Data): { name: string; role: string }[] {
  return recordsOf(contributors).flatMap(({ author, contribution }) => {
    const name = textOf(toRecord(author).name);
    const did = textOf(contribution);
    const role = did === undefined ? 'author' : parseRole(did);
    return name === undefined || role === undefined ? [] : [{ name, role }];
  });
}
