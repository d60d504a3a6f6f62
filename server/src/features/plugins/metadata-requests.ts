// Metadata requests to plugins: search, best match for a title, full description.
import type {
  PluginMatch,
  PluginMatchRequest,
  PluginMetadata,
  PluginSearchResult,
} from '@lectern/contract/plugins/plugins';
import type { PluginTable } from '#schema/tables/plugin.ts';
import type { CallOptions, Operation, PluginCalls } from './calls/calls.ts';
import type { Target } from './processes/index.ts';
import {
  type MetadataKind,
  PluginError,
  parseBookMetadata,
  parseMatch,
  parseSearch,
  parseSeriesMetadata,
} from './protocol/index.ts';
import { readManifest } from './to-plugin.ts';

/** Maximum number of results to choose a match from. */
const matchLimit = 10;

/** `isQueued`: background work, which gives way to interactive requests. */
export type AskOptions = Pick<CallOptions, 'signal' | 'isQueued'>;

/** Throws PluginError `unsupported` without calling the plugin. */
function requireKind(plugin: PluginTable, kind: MetadataKind): void {
  const manifest = readManifest(plugin);
  if (manifest && !manifest.metadata.includes(kind))
    throw new PluginError(
      'unsupported',
      kind === 'book' ? 'It does not provide books' : 'It does not provide series',
    );
}

export async function search(
  calls: PluginCalls,
  plugin: PluginTable,
  { kind, query, limit }: { kind: MetadataKind; query: string; limit: number },
  options: AskOptions = {},
): Promise<PluginSearchResult[]> {
  requireKind(plugin, kind);
  const operation: Operation<PluginSearchResult[]> = {
    method: `metadata/${kind}/search`,
    params: { query, limit },
    parse: parseSearch,
    ofBuiltIn: (provider) => provider.search({ kind, query, limit }),
  };
  return calls.call({ plugin }, operation, options);
}

export async function match(
  calls: PluginCalls,
  plugin: PluginTable,
  { kind, ...wanted }: PluginMatchRequest,
  options: AskOptions = {},
): Promise<PluginMatch> {
  requireKind(plugin, kind);
  const { title, authors = [], year } = wanted;
  const operation: Operation<PluginMatch> = {
    method: `metadata/${kind}/match`,
    params: kind === 'book' ? { ...wanted, authors } : { title, year, author: authors[0] },
    parse: parseMatch,
    ofBuiltIn: (provider) => provider.match({ kind, ...wanted }),
  };
  try {
    return await calls.call({ plugin }, operation, options);
  } catch (error) {
    if (!(error instanceof PluginError) || error.kind !== 'unsupported') throw error;
    const results = await search(calls, plugin, { kind, query: title, limit: matchLimit }, options);
    const [best, ...others] = results.toSorted((one, other) => (other.relevance ?? 0) - (one.relevance ?? 0));
    return { match: best ?? null, confidence: best?.relevance ?? null, alternatives: others };
  }
}

export async function describe(
  calls: PluginCalls,
  plugin: PluginTable,
  { kind, externalId }: { kind: MetadataKind; externalId: string },
  options: AskOptions = {},
): Promise<PluginMetadata> {
  requireKind(plugin, kind);
  const parse = (result: unknown): PluginMetadata =>
    kind === 'book' ? parseBookMetadata(result) : parseSeriesMetadata(result);
  const operation: Operation<PluginMetadata> = {
    method: `metadata/${kind}/get`,
    params: { externalId },
    parse,
    ofBuiltIn: (provider) => provider.describe({ kind, externalId }),
  };
  return calls.call({ plugin }, operation, options);
}

/** Returns the response time in milliseconds. */
export async function ping(calls: PluginCalls, target: Target): Promise<number> {
  const startMs = performance.now();
  const operation = { method: 'ping', params: {}, parse: () => undefined, ofBuiltIn: async () => undefined };
  await calls.call(target, operation);
  return Math.round(performance.now() - startMs);
}
