// Maps Open Library editions and works to the plugin protocol. Pure.
import { toRecord } from '@lectern/contract/records';
import { parseIsbn } from '@lectern/formats/values/isbn';
import { parseLanguage } from '@lectern/formats/values/language';
import { parseRole } from '@lectern/formats/values/role';
import type { ProviderSearchResult } from '../kit/index.ts';
import { compact, countOf, listOf, plainOf, recordsOf, textOf, textsOf, yearOf } from '../kit/index.ts';

type Data = Readonly<Record<string, unknown>>;

/** Only the first subjects are relevant. */
const maxSubjects = 20;
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/**
 * `default=false` returns an error instead of a blank image for an unknown cover. Deleted covers have the number -1.
 */
const toCover = (id: unknown): string | undefined => {
  const number = countOf(id);
  return number === undefined
    ? undefined
    : `https://covers.openlibrary.org/b/id/${number}-L.jpg?default=false`;
};

export function toFound(doc: Data): ProviderSearchResult[] {
  const externalId = textOf(doc.key);
  const title = textOf(doc.title);
  if (externalId === undefined || title === undefined) return [];
  return [
    {
      externalId,
      title,
      alternateTitles: textOf(doc.subtitle) ? [`${title}: ${textOf(doc.subtitle)}`] : [],
      year: yearOf(doc.first_publish_year),
      coverUrl: toCover(doc.cover_i),
      preview: { authors: textsOf(doc.author_name) },
    },
  ];
}

/** An edition. */
export function foundByIsbn(edition: Data): ProviderSearchResult[] {
  const { key, title, publish_date: published, covers } = edition;
  return toFound({
    key,
    title,
    subtitle: edition.subtitle,
    first_publish_year: yearOf(published),
    cover_i: listOf(covers)[0],
  });
}

interface Book {
  externalId: string;
  edition: Data;
  work: Data;
  /** Fields of the work from the search. */
  known: Data;
}

export function toBook({ externalId, edition, work, known }: Book): Record<string, unknown> {
  const ids = [...textsOf(edition.isbn_13), ...textsOf(edition.isbn_10)].map((one) => parseIsbn(one));
  const isbns = [...new Set(ids.filter((one) => one !== undefined))];
  const covers = [...listOf(edition.covers), ...listOf(work.covers)]
    .map(toCover)
    .filter((one) => one !== undefined);
  const people = toContributors(edition);
  const originalYear = yearOf(work.first_publish_date) ?? yearOf(known.first_publish_year);
  const { date, year } = readDate(textOf(edition.publish_date));
  const workKey = textOf(work.key);
  return compact({
    externalId,
    externalUrl: `https://openlibrary.org${externalId}`,
    title: textOf(edition.title) ?? textOf(work.title),
    subtitle: textOf(edition.subtitle) ?? textOf(work.subtitle),
    summary: toDescription(edition.description) ?? toDescription(work.description),
    authors: [
      ...textsOf(known.author_name).map((name) => ({ name, role: 'author' })),
      ...people.filter(({ role }) => role !== 'translator'),
    ],
    translator: people.find(({ role }) => role === 'translator')?.name,
    publisher: textsOf(edition.publishers)[0],
    releaseDate: date,
    year,
    originalYear,
    originalTitle: textOf(edition.translation_of),
    edition: textOf(edition.edition_name),
    pageCount: countOf(edition.number_of_pages),
    language: toLanguage(recordsOf(edition.languages)[0]?.key),
    isbn: isbns[0],
    isbns,
    subjects: textsOf(work.subjects).slice(0, maxSubjects),
    coverUrl: covers[0],
    covers: covers.map((url) => ({ url })),
    externalIds: [
      { source: 'api:openlibrary', externalId },
      ...(workKey === undefined || workKey === externalId
        ? []
        : [{ source: 'api:openlibrary', externalId: workKey }]),
    ],
  });
}

/** A string, or an object with a `value`. Contains Markdown and sometimes HTML. */
const toDescription = (value: unknown): string | undefined =>
  plainOf(value) ?? plainOf(toRecord(value).value);

/** `/languages/ger` contains a MARC code. */
const toLanguage = (key: unknown): string | undefined =>
  parseLanguage(String(key).replace('/languages/', '')) ?? undefined;

/** `contributors` have a role field; `contributions` append the role to the name. */
function toContributors(edition: Data): { name: string; role: string }[] {
  const texts = textsOf(edition.contributions).map((text) => {
    const [, name, role] = /^(.{1,200}?) \(([^()]{1,50})\)$/.exec(text) ?? [];
    return { name, role };
  });
  return [...recordsOf(edition.contributors), ...texts].flatMap(({ name, role }) => {
    const known = textOf(name);
    const did = parseRole(String(role));
    return known === undefined || did === undefined ? [] : [{ name: known, role: did }];
  });
}

/**
 * Parses free text such as `October 1, 1988`, `1988-10` or `c1988`. Returns the date if it is unambiguous, else the
 * year.
 */
function readDate(text: string | undefined): { date?: string; year?: number | undefined } {
  if (text === undefined) return {};
  if (/^\d{4}(?:-\d\d){0,2}$/.test(text)) return { date: text, year: yearOf(text) };
  const [, month = '', day = '', year] = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(text) ?? [];
  const number = months.findIndex((name) => month !== '' && name.startsWith(month.toLowerCase())) + 1;
  if (year === undefined || number === 0) return { year: yearOf(text) };
  const two = (part: number | string) => String(part).padStart(2, '0');
  return { date: `${year}-${two(number)}-${two(day)}`, year: Number(year) };
}
