// Match candidates: search results of the providers, scored, best first.
import type { MatchCandidate, MatchFailure } from '@lectern/contract/matching';
import type { PluginSearchResult } from '@lectern/contract/plugins/plugins';
import { isRecord } from '@lectern/contract/records';
import { messageOf, Problem } from '#infrastructure/errors.ts';
import type { Asking, Described, MetadataPlugin } from '../provider-requests.ts';
import {
  type Candidate,
  type LocalWork,
  rankCandidates,
  scoreCandidate,
  toKind,
  toTitleForm,
} from '../scoring/index.ts';

/** Maximum number of titles to try: services list works under different titles. */
const maxQueries = 3;
/** Score of a search result from which no other title is tried. */
const likely = 0.5;

export async function findCandidates(
  asking: Asking,
  plugin: MetadataPlugin,
  { wanted, query }: { wanted: LocalWork; query: string | undefined },
): Promise<MatchCandidate[]> {
  const known = query === undefined ? await findByNumber(asking, plugin, wanted) : undefined;
  if (known) return [known];
  const results = new Map<string, PluginSearchResult>();
  let ranked: MatchCandidate[] = [];
  for (const text of query === undefined ? toQueries(wanted) : [query]) {
    for (const result of await asking.search(plugin, text)) results.set(result.externalId, result);
    ranked = rankCandidates(
      wanted,
      [...results.values()].map((result) => ({
        item: toShown(result, plugin),
        candidate: toCandidate(result, plugin),
      })),
    );
    if ((ranked[0]?.score ?? 0) >= likely) break;
  }
  return ranked;
}

const toQueries = ({ titles }: LocalWork): string[] => [...new Set(titles.map(toQuery))].slice(0, maxQueries);

/** Removes brackets: year, kind and edition are not search terms. */
const toQuery = (title: string): string => {
  const bare = title.replaceAll(/[([{][^()[\]{}]{0,80}[)\]}]/g, ' ');
  return (
    bare
      .split(' ')
      .filter((word) => word !== '')
      .join(' ') || title
  );
};

/** Looks up the service's id or the ISBN, which needs no title comparison. */
async function findByNumber(
  asking: Asking,
  plugin: MetadataPlugin,
  wanted: LocalWork,
): Promise<MatchCandidate | undefined> {
  const own = wanted.ids.find(({ source }) => source === `plugin:${plugin.name ?? ''}`);
  try {
    const [byIsbn] = !own && wanted.isbns.length > 0 ? await asking.match(plugin, wanted) : [];
    const externalId = own?.externalId ?? byIsbn?.externalId;
    if (externalId === undefined) return undefined;
    const described = await asking.describe(plugin, externalId);
    const found = byIsbn ?? toResult(described);
    const score = scoreCandidate(wanted, toCandidate(found, plugin, described));
    if (score.score < 1) return undefined;
    return { ...toShown(found, plugin), ...score };
  } catch (error) {
    // The provider does not have this id.
    if (error instanceof Problem && error.code === 'plugin_failed') return undefined;
    throw error;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const namesOf = (value: unknown, key: string): string[] =>
  listOf(value).flatMap((one) => (isRecord(one) ? (textOf(one[key]) ?? []) : []));

const toResult = ({ externalId, values }: Described): PluginSearchResult => ({
  externalId,
  title: textOf(values.title) ?? externalId,
  alternateTitles: namesOf(values.alternateTitles, 'title'),
  year: yearOf(values),
  coverUrl: null,
  relevance: null,
  description: textOf(values.summary),
  status: null,
  authors: namesOf(values.authors, 'name'),
  format: textOf(values.bookType),
});

const yearOf = ({ year, releaseDate }: Described['values']): number | null =>
  typeof year === 'number' ? year : Number.parseInt(textOf(releaseDate) ?? '', 10) || null;

type FoundFacts = Pick<
  PluginSearchResult,
  'externalId' | 'title' | 'alternateTitles' | 'year' | 'format' | 'authors'
>;

/** Facts of a search result, and of its full description if it is loaded. */
export function toCandidate(found: FoundFacts, plugin: MetadataPlugin, described?: Described): Candidate {
  const values = described?.values ?? {};
  const result = described ? toResult(described) : undefined;
  const ids = listOf(values.externalIds).flatMap((one) =>
    isRecord(one) ? [{ source: String(one.source), externalId: String(one.externalId) }] : [],
  );
  const { totalVolumeCount, ageRating } = values;
  const titles = [
    ...(result ? [result.title, ...result.alternateTitles] : []),
    ...[found.title, ...found.alternateTitles],
  ];
  return {
    titles: [...new Set(titles)],
    year: result?.year ?? found.year,
    kind: toKind(found.format) ?? toKind(result?.format) ?? toTitleForm(titles[0] ?? '').kind ?? null,
    volumes: typeof totalVolumeCount === 'number' ? totalVolumeCount : null,
    people: result && result.authors.length > 0 ? result.authors : found.authors,
    publishers: [values.publisher, values.imprint].flatMap((one) => textOf(one) ?? []),
    isbns: listOf(values.isbns).map(String),
    ids: [...ids, { source: `plugin:${plugin.name}`, externalId: found.externalId }],
    isAdult: (typeof ageRating === 'number' && ageRating >= 18) || isForAdults(found.format),
  };
}

const isForAdults = (format: string | null): boolean => /hentai|erotic|porn|adult/i.test(format ?? '');

const toShown = (
  result: PluginSearchResult,
  plugin: MetadataPlugin,
): Omit<MatchCandidate, 'score' | 'reasons'> => ({
  provider: plugin.package,
  providerName: plugin.displayName,
  externalId: result.externalId,
  title: result.title,
  alternateTitles: result.alternateTitles,
  year: result.year,
  format: result.format,
  status: result.status,
  authors: result.authors,
  description: result.description,
  coverUrl: result.coverUrl,
});

export const toFailure = (plugin: MetadataPlugin, error: unknown): MatchFailure => ({
  provider: plugin.package,
  providerName: plugin.displayName,
  message: messageOf(error),
  reason: error instanceof Problem ? (error.reason ?? null) : null,
});
