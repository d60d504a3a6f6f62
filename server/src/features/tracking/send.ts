// Sends a user's progress to a service where it differs from the last sent entry.
import { isDeepStrictEqual } from 'node:util';
import type { TrackingChange, TrackingSettings } from '@lectern/contract/tracking/tracking';
import type { Catalog } from '#catalog/catalog.ts';
import type { PluginSync, SyncPlugin } from '#features/plugins/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { isFurther, type SentEntry, toTold } from './entry.ts';
import type { AccountKey, TrackingStore } from './store.ts';
import { readTracked, type Tracked } from './subjects/index.ts';

export interface RunDependencies {
  db: Db;
  catalog: Catalog;
  sync: PluginSync;
  store: TrackingStore;
  clock: Clock;
}

export interface Run {
  key: AccountKey;
  plugin: SyncPlugin;
  viewer: Viewer;
  settings: TrackingSettings;
  isPreview: boolean;
  /** Limits the run to these entries. */
  externalIds?: readonly string[] | undefined;
  signal: AbortSignal;
}

interface Entry extends Tracked {
  told: SentEntry;
  /** Other series and books with the same entry. */
  others: Tracked[];
}

/** Maximum number of entries per call. */
const pushed = 20;

/** `isFull`: also resends unchanged entries. Previews write nothing. */
export async function send(deps: RunDependencies, run: Run & { isFull: boolean }): Promise<TrackingChange[]> {
  const { key, viewer, externalIds } = run;
  const links = (await deps.store.listLinks(key)).filter(
    ({ isHeld, externalId }) => isHeld === 0 && (externalIds?.includes(externalId) ?? true),
  );
  const entries = toEntries(await readTracked(deps, viewer, links), run.settings);
  const wanted = run.isFull ? entries : entries.filter((entry) => !isToldAlready(entry));
  const changes: TrackingChange[] = [];
  for (const part of chunks(wanted, pushed)) changes.push(...(await push(deps, run, part)));
  return changes;
}

/** Groups series and books by entry of the service. */
function toEntries(tracked: readonly Tracked[], settings: TrackingSettings): Entry[] {
  const entries = new Map<string, Entry>();
  for (const one of tracked) {
    const told = toTold(one.subject, one.link, settings);
    if (!told) continue;
    const known = entries.get(one.link.externalId);
    if (!known) entries.set(one.link.externalId, { ...one, told, others: [] });
    else if (isFurther(told, known.told))
      entries.set(one.link.externalId, { ...one, told, others: [...known.others, known] });
    else known.others.push(one);
  }
  return [...entries.values()];
}

const isToldAlready = ({ link, told }: Entry): boolean =>
  link.lastSent !== null && isDeepStrictEqual(JSON.parse(link.lastSent), told.entry);

async function push(
  { sync, store, clock }: RunDependencies,
  { key, plugin, isPreview, signal }: Run,
  entries: readonly Entry[],
): Promise<TrackingChange[]> {
  // Published plugins do not support previews, so the preview lists what would be sent.
  if (isPreview && !plugin.isBuiltIn) return entries.map((entry) => toChange(entry, { status: 'updated' }));
  const sent = { entries: entries.map(({ told }) => told.sent), isPreview };
  const results = await sync.push(key.pluginId, key.userId, sent, { signal, isQueued: true });
  const byId = new Map(results.map((result) => [result.externalId, result]));
  const changes: TrackingChange[] = [];
  for (const entry of entries) {
    const result = byId.get(entry.link.externalId) ?? {
      status: 'failed' as const,
      error: 'The service returned no result for this entry',
    };
    changes.push(toChange(entry, result));
    if (isPreview) continue;
    const nowMs = clock();
    const isSent = result.status !== 'failed';
    for (const { link } of [entry, ...entry.others]) {
      const change = {
        ...(isSent && { lastSent: JSON.stringify(entry.told.entry), lastSentAt: nowMs }),
        failure: isSent ? null : (result.error ?? 'The service did not accept the entry'),
      };
      // A reread is sent once. The service keeps it until it is finished.
      await store.updateLink(link.id, change, { endsReread: isSent && link.status === 'rereading' });
    }
  }
  return changes;
}

interface Result {
  status: 'created' | 'updated' | 'unchanged' | 'failed';
  error?: string | null;
  before?: TrackingChange['before'];
  after?: TrackingChange['after'];
}

const toChange = (
  { link, subject, told }: Entry,
  { status, error, before, after }: Result,
): TrackingChange => ({
  seriesId: link.seriesId,
  bookId: link.bookId,
  title: subject.title,
  externalId: link.externalId,
  outcome: status,
  before: before ?? null,
  after: after ?? told.entry,
  books: 0,
  message: error ?? null,
});
