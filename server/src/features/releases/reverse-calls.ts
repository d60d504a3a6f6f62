// Handles calls from plugins that announce releases (`releases/…` of the protocol).
import { releasesChanged } from '#catalog/changes.ts';
import { type ReverseCall, ReverseCallError, type ReverseCalls } from '#features/plugins/processes/index.ts';
import {
  type Candidate,
  type Manifest,
  ofSourceSchema,
  parseCandidate,
  progressSchema,
  type RegisteredSource,
  registerSchema,
  rpcCodes,
  stateSchema,
  toLink,
  trackedSchema,
} from '#features/plugins/protocol/index.ts';
import { type Clock, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { isId, newId } from '#infrastructure/ids.ts';
import type { ReleaseSourceTable, ReleaseTable } from '#schema/tables/release.ts';
import { countTracked, listFollowers, listTracked, type Needs } from './following/store.ts';
import type { ReleaseStore } from './store.ts';

interface Dependencies {
  database: Database;
  store: ReleaseStore;
  events: EventBus;
  clock: Clock;
}

/** Progress reporters of running polls, by plugin. */
export type Progresses = Map<string, (current: number, total: number, message?: string) => void>;

const defaultIntervalHours = 24;
/** Minimum interval between progress reports. */
const progressMs = 100;

interface Asking {
  pluginId: string;
  manifest: Promise<Manifest>;
}

export function createReleaseCalls(deps: Dependencies & { progresses: Progresses }) {
  const { database, clock, progresses } = deps;
  return (pluginId: string, manifest: Promise<Manifest>): ReverseCalls => {
    const asking = { pluginId, manifest };
    const find = (sourceId: string) => getSource(deps, asking, sourceId);
    let reportedMs = 0;
    return new Map<string, ReverseCall>([
      [
        'releases/register_sources',
        async (params) => {
          const { releases } = await requireReleases(asking);
          const { sources } = registerSchema.parse(params);
          if (sources.some(({ kind }) => !releases.includes(kind)))
            throw new ReverseCallError(
              rpcCodes.invalidParams,
              'A source has a kind that the manifest does not declare',
            );
          return register(deps, pluginId, sources);
        },
      ],
      [
        'releases/count_tracked',
        async (params) => {
          await find(ofSourceSchema.parse(params).sourceId);
          return { total: await countTracked(database.db, toNeeds(await manifest)) };
        },
      ],
      [
        'releases/list_tracked',
        async (params) => {
          const { sourceId, limit, offset } = trackedSchema.parse(params);
          await find(sourceId);
          const found = await listTracked(database.db, toNeeds(await manifest), { limit: limit + 1, offset });
          // The last page has no `nextOffset`, because plugins continue while it is set.
          return found.length > limit
            ? { tracked: found.slice(0, limit), nextOffset: offset + limit }
            : { tracked: found };
        },
      ],
      [
        'releases/record',
        async (params) => {
          await requireReleases(asking);
          const { sourceId } = ofSourceSchema.parse(params);
          const source = await find(sourceId);
          return record(deps, source, parseCandidate(params, clock()).candidate);
        },
      ],
      [
        'releases/report_progress',
        async (params) => {
          await requireReleases(asking);
          const { current, total, message } = progressSchema.parse(params);
          const report = progresses.get(pluginId);
          const nowMs = clock();
          if (!report || Math.abs(nowMs - reportedMs) < progressMs) return { emitted: false };
          reportedMs = nowMs;
          report(Math.trunc(current), Math.trunc(total), message ?? undefined);
          return { emitted: true };
        },
      ],
      ...toStateCalls(deps, asking),
    ]);
  };
}

/** State that a source keeps between polls. */
function toStateCalls(deps: Dependencies, asking: Asking): [string, ReverseCall][] {
  const find = (sourceId: string) => getSource(deps, asking, sourceId);
  return [
    [
      'releases/source_state/get',
      async (params) => {
        const source = await find(ofSourceSchema.parse(params).sourceId);
        return {
          etag: source.etag,
          lastPolledAt: toTimeOrNull(source.lastPolledAt),
          lastError: source.lastError,
          lastErrorAt: toTimeOrNull(source.lastErrorAt),
        };
      },
    ],
    [
      'releases/source_state/set',
      async (params) => {
        const { sourceId, etag } = stateSchema.parse(params);
        const { id } = await find(sourceId);
        await deps.store.updateSource(id, { etag: etag ?? null });
        return { success: true, etag: etag ?? null };
      },
    ],
  ];
}

async function requireReleases({ manifest }: Asking): Promise<Manifest> {
  const known = await manifest;
  if (known.releases.length === 0)
    throw new ReverseCallError(rpcCodes.authentication, 'The manifest does not declare releases');
  return known;
}

async function getSource({ store }: Dependencies, asking: Asking, id: string): Promise<ReleaseSourceTable> {
  await requireReleases(asking);
  const source = isId(id) ? await store.findSource(id) : undefined;
  if (!source) throw new ReverseCallError(rpcCodes.notFound, 'The source does not exist');
  if (source.pluginId !== asking.pluginId)
    throw new ReverseCallError(rpcCodes.authentication, 'The source belongs to another plugin');
  return source;
}

const toNeeds = ({ neededIds, needsAliases, announces }: Manifest): Needs => ({
  sources: neededIds.map((source) => source.toLowerCase()),
  aliases: needsAliases,
  announces,
});

/**
 * Replaces the list of sources. Missing sources are removed with their releases. Settings of administrators are kept.
 */
async function register(
  { database, store, clock }: Dependencies,
  pluginId: string,
  sources: readonly RegisteredSource[],
): Promise<{ registered: number; pruned: number }> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `releases ${pluginId}`);
    const known = new Map((await store.listSources(pluginId, tx)).map((row) => [row.sourceKey, row]));
    const nowMs = clock();
    for (const { sourceKey, displayName, kind, config } of sources) {
      const values = { displayName, kind, config: config == null ? null : JSON.stringify(config) };
      const row = known.get(sourceKey);
      known.delete(sourceKey);
      if (!row)
        await store.insertSource(tx, {
          id: newId(nowMs),
          pluginId,
          sourceKey,
          ...values,
          isEnabled: 1,
          intervalHours: defaultIntervalHours,
          etag: null,
          lastPolledAt: null,
          lastError: null,
          lastErrorAt: null,
          failures: 0,
          nextPollAt: nowMs,
          createdAt: nowMs,
          updatedAt: nowMs,
        });
      else if (row.displayName !== values.displayName || row.kind !== kind || row.config !== values.config)
        await store.updateSource(row.id, { ...values, updatedAt: nowMs }, tx);
    }
    const removedIds = [...known.values()].map(({ id }) => id);
    await store.removeSources(tx, removedIds);
    return { registered: sources.length, pruned: removedIds.length };
  });
}

/** Idempotent: known releases are not changed. */
async function record(
  { database, store, events, clock }: Dependencies,
  { id: sourceId, pluginId }: ReleaseSourceTable,
  candidate: Candidate,
): Promise<{ ledgerId: string; deduped: boolean }> {
  const { codexSeriesId: seriesId } = candidate.seriesMatch;
  if (!isId(seriesId) || !(await store.hasSeries(seriesId)))
    throw new ReverseCallError(
      rpcCodes.invalidParams,
      'seriesMatch.codexSeriesId: the series does not exist',
    );
  const row = toRow(sourceId, candidate, clock());
  const same = await database.transaction(async (tx) => {
    await database.dialect.lock(tx, `releases ${pluginId}`);
    const known = await store.findSame(tx, row);
    if (known === undefined) await store.insertRelease(tx, row);
    return known;
  });
  if (same !== undefined) return { ledgerId: same, deduped: true };
  const userIds = await listFollowers(database.db, seriesId);
  if (userIds.length > 0) events.publish(releasesChanged, { userIds });
  return { ledgerId: row.id, deduped: false };
}

const toHighest = (spans: readonly { end: number }[]): number | null =>
  spans.length === 0 ? null : Math.max(...spans.map(({ end }) => end));

function toRow(sourceId: string, candidate: Candidate, nowMs: number): ReleaseTable {
  const { volumes, chapters, mediaUrl, releasedAt, observedAt } = candidate;
  const media = toLink(mediaUrl);
  return {
    id: newId(nowMs),
    sourceId,
    externalReleaseId: candidate.externalReleaseId,
    seriesId: candidate.seriesMatch.codexSeriesId,
    infoHash: candidate.infoHash?.toLowerCase() ?? null,
    volumes: JSON.stringify(volumes),
    chapters: JSON.stringify(chapters),
    maxVolume: toHighest(volumes),
    maxChapter: toHighest(chapters),
    language: candidate.language,
    groupName: candidate.groupOrUploader ?? null,
    url: toLink(candidate.payloadUrl),
    mediaUrl: media,
    mediaKind: media === null ? null : (candidate.mediaUrlKind ?? null),
    // A date in the future would sort first permanently.
    releasedAt: Math.min(Date.parse(releasedAt ?? observedAt), nowMs),
    createdAt: nowMs,
  };
}
