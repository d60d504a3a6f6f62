// A built-in provider with the configuration of one caller: searches, descriptions and lists of users.
import type { PluginMatch, PluginMatchRequest, PluginSearchResult } from '@lectern/contract/plugins/plugins';
import { parseIsbn } from '@lectern/formats/values/isbn';
import type { BuiltInOptions, BuiltInProvider } from '#features/plugins/index.ts';
import {
  type MetadataKind,
  PluginError,
  type PulledPage,
  type PushResult,
  parseBookMetadata,
  parseSeriesMetadata,
  type SyncEntry,
} from '#features/plugins/protocol/index.ts';
import { version } from '#infrastructure/version.ts';
import type { ProviderTraffic } from '../traffic/index.ts';
import type { Asking, BookQuery, Provider, ProviderSearchResult, Tracking } from './provider.ts';
import { toRelevance } from './relevance.ts';
import { askService } from './service.ts';
import { pullEntries, pushEntries } from './sync.ts';

interface Dependencies extends BuiltInOptions {
  provider: Provider;
  traffic: ProviderTraffic;
  /** Pending calls by caller. */
  pending: Map<string, number>;
}

const maxCalls = 16;
const searchesMs = 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** Number of results to choose a match from, and the minimum relevance of a match. */
const choices = 10;
const leastRelevance = 0.5;

type Knows = NonNullable<Provider['books']>;

export class OpenProvider implements BuiltInProvider {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  search({ kind, query, limit }: Parameters<BuiltInProvider['search']>[0]): Promise<PluginSearchResult[]> {
    const isbn = parseIsbn(query);
    return this.#remember(kind, ['search', kind, query, limit], searchesMs, async (knows, asking) =>
      (await findRanked(knows, asking, { query, isbn, limit })).slice(0, limit),
    );
  }

  match({ kind, ...wanted }: PluginMatchRequest): Promise<PluginMatch> {
    return this.#remember(kind, ['match', kind, wanted], searchesMs, (knows, asking) =>
      match(knows, asking, wanted),
    );
  }

  describe({
    kind,
    externalId,
  }: {
    kind: MetadataKind;
    externalId: string;
  }): ReturnType<BuiltInProvider['describe']> {
    const parse = kind === 'book' ? parseBookMetadata : parseSeriesMetadata;
    return this.#remember(kind, ['get', kind, externalId], Number.POSITIVE_INFINITY, async (knows, asking) =>
      // Values of services may be missing or invalid.
      parse(await knows.get(asking, externalId)),
    );
  }

  getUser(): Promise<string> {
    return this.#track(async (tracking, asking) => (await tracking.getUser(asking)).username);
  }

  push(entries: readonly SyncEntry[], options: { isPreview: boolean }): Promise<PushResult[]> {
    return this.#track((tracking, asking) => pushEntries(tracking, asking, entries, options));
  }

  pull(page: { cursor: string | undefined; limit: number }): Promise<PulledPage> {
    return this.#track((tracking, asking) => pullEntries(tracking, asking, page));
  }

  /** A user's list is never cached. */
  async #track<T>(work: (tracking: Tracking, asking: Asking) => Promise<T>): Promise<T> {
    const { tracking } = this.#deps.provider;
    if (!tracking) throw new PluginError('unsupported', 'It has no lists of users');
    return this.#call((asking) => work(tracking, asking));
  }

  /** Caches the result. The version is part of the key, because another version may parse the response differently. */
  async #remember<T>(
    kind: MetadataKind,
    request: readonly unknown[],
    atMostMs: number,
    work: (knows: Knows, asking: Asking) => Promise<T>,
  ): Promise<T> {
    const { provider, traffic, pluginId, config } = this.#deps;
    const knows = kind === 'book' ? provider.books : provider.series;
    if (!knows) throw new PluginError('unsupported', `It does not provide ${kind}`);
    const about = [version, request, config];
    const forMs = Math.min(atMostMs, provider.keepDays * dayMs);
    return this.#call((asking) => traffic.remember({ pluginId, about, forMs }, () => work(knows, asking)));
  }

  async #call<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    const { pending, callerId, pluginId, paceId = pluginId, timeoutMs, signal, ...deps } = this.#deps;
    const count = pending.get(callerId) ?? 0;
    if (count >= maxCalls) throw new PluginError('busy', 'Too many requests are waiting');
    const time = AbortSignal.timeout(timeoutMs);
    const from = { ...deps, paceId, signal: signal ? AbortSignal.any([signal, time]) : time };
    const { config, credentials } = deps;
    pending.set(callerId, count + 1);
    try {
      return await work({ config, credentials, ask: (request) => askService(from, request) });
    } catch (error) {
      signal?.throwIfAborted();
      if (time.aborted)
        throw new PluginError('upstream', `The service did not respond within ${timeoutMs / 1000} seconds`);
      throw error;
    } finally {
      const left = (pending.get(callerId) ?? 1) - 1;
      if (left > 0) pending.set(callerId, left);
      else pending.delete(callerId);
    }
  }
}

/** Longest title and id that are stored. */
const maxLine = 1_000;
const maxId = 500;

const toResult = (
  { externalId, title, alternateTitles = [], year, coverUrl, preview }: ProviderSearchResult,
  relevance: number,
): PluginSearchResult => ({
  externalId: externalId.slice(0, maxId),
  title: title.slice(0, maxLine),
  alternateTitles: alternateTitles.map((one) => one.slice(0, maxLine)),
  year: year ?? null,
  coverUrl: coverUrl ?? null,
  relevance,
  description: preview?.description ?? null,
  status: preview?.status ?? null,
  authors: [...(preview?.authors ?? [])],
  format: preview?.format ?? null,
});

/** Returns the results with their relevance, best first. */
async function findRanked(
  knows: Knows,
  asking: Asking,
  { authors = [], ...query }: BookQuery & { authors?: readonly string[] },
): Promise<(PluginSearchResult & { relevance: number })[]> {
  const wanted = { title: query.query, year: query.year, authors };
  const results = await knows.search(asking, { ...query, author: authors[0] });
  return results
    .map((found) => {
      const relevance = query.isbn === undefined ? toRelevance(found, wanted) : 1;
      return { ...toResult(found, relevance), relevance };
    })
    .toSorted((one, other) => other.relevance - one.relevance);
}

async function match(
  knows: Knows,
  asking: Asking,
  { title, year, authors = [], isbn }: Omit<PluginMatchRequest, 'kind'>,
): Promise<PluginMatch> {
  const known = parseIsbn(isbn ?? '');
  if (known !== undefined) {
    // An ISBN match needs no other evidence.
    const [best] = await findRanked(knows, asking, { query: title, isbn: known, limit: 1 });
    if (best) return { match: best, confidence: 0.99, alternatives: [] };
  }
  const [best, ...others] = await findRanked(knows, asking, { query: title, year, authors, limit: choices });
  if (!best || best.relevance < leastRelevance)
    return { match: null, confidence: null, alternatives: best ? [best, ...others] : [] };
  return { match: best, confidence: best.relevance, alternatives: others };
}
