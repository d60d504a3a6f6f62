// Plugin responses to metadata requests: search results, best match, full description.
import { authorRoles, readingDirections, seriesStatuses } from '@lectern/contract/values';
import { parseLanguage } from '@lectern/formats/values/language';
import { z } from 'zod';
import { PluginError } from './errors.ts';
import { address, line, listOf, readFields, text } from './fields.ts';

const year = z.int().min(1).max(9_999);
const share = z.number().min(0).max(1);

const previewSchema = z
  .object({
    status: z.enum(seriesStatuses).nullish().catch(null),
    description: text().nullish().catch(null),
    genres: listOf(line).nullish().catch([]),
    authors: listOf(line).nullish().catch([]),
    format: line.nullish().catch(null),
    rating: z.number().min(0).max(10).nullish().catch(null),
    bookCount: z.int().min(0).nullish().catch(null),
  })
  .transform((preview) => ({ ...preview, genres: preview.genres ?? [], authors: preview.authors ?? [] }));

const searchResultSchema = z
  .object({
    externalId: z.string().min(1).max(500),
    title: line,
    alternateTitles: listOf(line).nullish().catch([]),
    year: year.nullish().catch(null),
    coverUrl: address.nullish().catch(null),
    relevanceScore: share.nullish().catch(null),
    preview: previewSchema.nullish().catch(null),
  })
  .transform(({ preview, ...result }) => ({
    externalId: result.externalId,
    title: result.title,
    alternateTitles: result.alternateTitles ?? [],
    year: result.year ?? null,
    coverUrl: result.coverUrl ?? null,
    relevance: result.relevanceScore ?? null,
    description: preview?.description ?? null,
    status: preview?.status ?? null,
    authors: preview?.authors ?? [],
    format: preview?.format ?? null,
  }));
type SearchResult = z.output<typeof searchResultSchema>;

const maxResults = 50;
const searchSchema = z.object({ results: listOf(searchResultSchema, maxResults) });
const matchSchema = z.object({
  match: searchResultSchema.nullable(),
  confidence: share.nullish().catch(null),
  alternatives: listOf(searchResultSchema, maxResults).nullish().catch([]),
});

/** Throws PluginError `invalid_answer`. */
export function parseSearch(value: unknown): SearchResult[] {
  const parsed = searchSchema.safeParse(value);
  if (!parsed.success) throw new PluginError('invalid_answer', 'Its search response has no list of results');
  return parsed.data.results;
}

interface Match {
  match: SearchResult | null;
  confidence: number | null;
  alternatives: SearchResult[];
}

/** Throws PluginError `invalid_answer`. */
export function parseMatch(value: unknown): Match {
  const parsed = matchSchema.safeParse(value);
  if (!parsed.success) throw new PluginError('invalid_answer', 'Its match response has no match field');
  const { match, confidence, alternatives } = parsed.data;
  return { match, confidence: confidence ?? null, alternatives: alternatives ?? [] };
}

const person = z.object({
  name: line,
  role: z.enum(authorRoles).catch('author'),
  sortName: line.nullish().catch(null),
});
/** Names, optionally with a role. */
const people = listOf(z.union([line.transform((name) => ({ name, role: 'author' as const })), person]));
const titles = listOf(
  z.object({ title: line, language: line.nullish().catch(null), titleType: line.nullish().catch(null) }),
);
const links = listOf(z.object({ url: address, label: line, linkType: line.nullish().catch(null) }));
const ids = listOf(z.object({ source: line, externalId: z.string().min(1).max(500) }));
const ratings = listOf(
  z.object({
    score: z.number().min(0).max(100),
    voteCount: z.int().min(0).nullish().catch(null),
    source: line,
  }),
);
const count = z.number().min(0).max(1_000_000);
const date = z.string().regex(/^\d{4}(?:-\d\d){0,2}$/);

/** A language tag or the English name of a language. */
const language = line.transform((text, context) => {
  const tag = parseLanguage(text);
  if (tag !== undefined) return tag;
  context.addIssue('Not a language');
  return z.NEVER;
});

const shared = {
  externalId: z.string().min(1).max(500),
  externalUrl: address,
  title: line,
  alternateTitles: titles,
  summary: text(),
  year,
  language,
  genres: listOf(line),
  tags: listOf(line),
  authors: people,
  artists: listOf(line),
  publisher: line,
  coverUrl: address,
  covers: listOf(z.object({ url: address })),
  rating: z.number().min(0).max(100),
  externalRatings: ratings,
  externalLinks: links,
  externalIds: ids,
};

const seriesSchema = z
  .object({
    ...shared,
    status: z.enum(seriesStatuses),
    totalVolumeCount: z.int().min(0).max(100_000),
    totalChapterCount: count,
    ageRating: z.int().min(0).max(21),
    readingDirection: z.enum(readingDirections),
  })
  .partial();

const bookSchema = z
  .object({
    ...shared,
    subtitle: line,
    bookType: line,
    volume: count,
    chapter: count,
    pageCount: z.int().min(0).max(1_000_000),
    releaseDate: date,
    isbn: z.string().max(20),
    isbns: listOf(z.string().max(20)),
    edition: line,
    originalTitle: line,
    originalYear: year,
    translator: line,
    seriesPosition: count,
    seriesTotal: z.int().min(0).max(100_000),
    subjects: listOf(line),
    awards: listOf(z.object({ name: line, won: z.boolean().nullish().catch(false) })),
  })
  .partial();

export type SeriesFields = z.output<typeof seriesSchema>;
export type BookFields = z.output<typeof bookSchema>;

/** Every field is optional. Empty values are ignored; invalid values are dropped and reported. */
export const parseSeriesMetadata = (value: unknown) => readFields(seriesSchema, value);
export const parseBookMetadata = (value: unknown) => readFields(bookSchema, value);
