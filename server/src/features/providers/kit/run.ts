// Runs a built-in provider with the interface of a plugin process, within the server process.
import { parseIsbn } from '@lectern/formats/values/isbn';
import { z } from 'zod';
import type { BuiltInRun } from '#features/plugins/index.ts';
import type { PluginProcess } from '#features/plugins/processes/index.ts';
import { PluginError } from '#features/plugins/protocol/index.ts';
import { version } from '#infrastructure/version.ts';
import type { ProviderTraffic } from '../traffic/index.ts';
import type { Asking, BookQuery, Provider, ProviderSearchResult } from './provider.ts';
import { toRelevance } from './relevance.ts';
import { askService } from './service.ts';
import { synchronize } from './sync.ts';

interface Running extends BuiltInRun {
  provider: Provider;
  traffic: ProviderTraffic;
}

const text = z.string().trim().min(1).max(500);
const limit = z.int().min(1).max(50).default(10);
const searchSchema = z.object({
  query: text.optional(),
  isbn: text.optional(),
  author: text.optional(),
  limit,
});
const getSchema = z.object({ externalId: text });
const matchSchema = z.object({
  title: text,
  year: z.int().optional(),
  author: text.optional(),
  authors: z.array(text).optional(),
  isbn: text.optional(),
});

const maxCalls = 16;
const searchesMs = 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** Number of results to choose a match from, and the minimum relevance of a match. */
const choices = 10;
const leastRelevance = 0.5;

export function runProvider(running: Running): PluginProcess {
  const { provider, traffic, pluginId, paceId = pluginId, config, credentials } = running;
  let pending = 0;

  async function perform(method: string, params: object, asking: Asking): Promise<unknown> {
    if (method === 'ping') return 'pong';
    // A user's list is never cached.
    if (provider.tracking && method.startsWith('sync/'))
      return synchronize(provider.tracking, asking, method, params);
    const [, kind, verb] = /^metadata\/(series|book)\/(search|get|match)$/.exec(method) ?? [];
    const knows = kind === 'book' ? provider.books : provider.series;
    if (!knows || verb === undefined) throw new PluginError('unsupported', `Method not found: ${method}`);
    // The version is part of the cache key because another version may parse the response differently.
    const about = [version, method, params, config];
    const forMs =
      verb === 'get' ? provider.keepDays * dayMs : Math.min(searchesMs, provider.keepDays * dayMs);
    return traffic.remember({ pluginId, about, forMs }, async () => {
      if (verb === 'get') return knows.get(asking, getSchema.parse(params).externalId);
      return verb === 'search' ? search(knows, asking, params) : match(knows, asking, params);
    });
  }

  return {
    isRunning: true,
    get pending() {
      return pending;
    },
    async call(method, params, { timeoutMs, signal, isQueued = false }) {
      if (pending >= maxCalls) throw new PluginError('busy', 'Too many requests are waiting');
      const time = AbortSignal.timeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, time]) : time;
      const from = { provider, traffic, paceId, isQueued, signal: either };
      const asking: Asking = { config, credentials, ask: (request) => askService(from, request) };
      pending += 1;
      try {
        return await perform(method, params, asking);
      } catch (error) {
        signal?.throwIfAborted();
        if (time.aborted)
          throw new PluginError('upstream', `The service did not respond within ${timeoutMs / 1000} seconds`);
        if (error instanceof z.ZodError)
          throw new PluginError('refused', 'Wrong parameters', { cause: error });
        throw error;
      } finally {
        pending -= 1;
      }
    },
    async stop() {},
  };
}

type Knows = NonNullable<Provider['books']>;

/** Returns the results with their relevance, best first. */
async function findRanked(
  knows: Knows,
  asking: Asking,
  { authors, ...query }: BookQuery & { authors?: readonly string[] },
) {
  const results = await knows.search(asking, query);
  const wanted = { title: query.query, year: query.year, authors: authors ?? [] };
  const toScore = (found: ProviderSearchResult) =>
    query.isbn === undefined ? toRelevance(found, wanted) : 1;
  return results
    .map((found) => ({ ...found, relevanceScore: toScore(found) }))
    .toSorted((one, other) => other.relevanceScore - one.relevanceScore);
}

async function search(knows: Knows, asking: Asking, params: object) {
  const { query, isbn, author, ...rest } = searchSchema.parse(params);
  const known = parseIsbn(isbn ?? query ?? '');
  if (known === undefined && query === undefined) throw new PluginError('refused', 'The search has no query');
  const authors = author === undefined ? [] : [author];
  const wanted = { ...rest, query: query ?? known ?? '', isbn: known, author, authors };
  const results = await findRanked(knows, asking, wanted);
  return { results: results.slice(0, rest.limit) };
}

async function match(knows: Knows, asking: Asking, params: object) {
  const {
    title,
    year,
    author,
    authors = author === undefined ? [] : [author],
    isbn,
  } = matchSchema.parse(params);
  const known = parseIsbn(isbn ?? '');
  if (known !== undefined) {
    // An ISBN match needs no other evidence.
    const [best] = await findRanked(knows, asking, { query: title, isbn: known, limit: 1 });
    if (best) return { match: best, confidence: 0.99, alternatives: [] };
  }
  const wanted = { query: title, year, author: authors[0], authors, limit: choices };
  const [best, ...others] = await findRanked(knows, asking, wanted);
  if (!best || best.relevanceScore < leastRelevance)
    return { match: null, confidence: null, alternatives: best ? [best, ...others] : [] };
  return { match: best, confidence: best.relevanceScore, alternatives: others };
}
