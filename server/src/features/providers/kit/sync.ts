// Pushes and pulls entries with a provider's operations on single entries.
import type { TrackingEntry } from '@lectern/contract/tracking/tracking';
import {
  PluginError,
  type PulledPage,
  type PushResult,
  type SyncEntry,
} from '#features/plugins/protocol/index.ts';
import type { Asking, ListedEntry, PushedEntry, Tracking } from './provider.ts';

/** Processes entries sequentially, because several may refer to the same entry of the service. */
export async function pushEntries(
  tracking: Tracking,
  asking: Asking,
  entries: readonly SyncEntry[],
  { isPreview }: { isPreview: boolean },
): Promise<PushResult[]> {
  const results: PushResult[] = [];
  let stopError: PluginError | undefined;
  for (const entry of entries) {
    const result = stopError ? toFailed(entry, stopError) : await pushOne(tracking, asking, entry, isPreview);
    if (!(result instanceof PluginError)) {
      results.push(result);
      continue;
    }
    // Entries that were already written must be reported.
    if (!results.some(({ status }) => status !== 'failed')) throw result;
    stopError = result;
    results.push(toFailed(entry, stopError));
  }
  return results;
}

/** Returns errors that affect all entries instead of throwing them. */
async function pushOne(
  tracking: Tracking,
  asking: Asking,
  entry: SyncEntry,
  isDryRun: boolean,
): Promise<PushResult | PluginError> {
  try {
    const { status, before, after } = await tracking.push(asking, toPushed(entry), { isDryRun });
    const { externalId } = entry;
    return {
      externalId,
      status,
      error: null,
      before: before ? toEntry(before) : null,
      after: toEntry(after),
    };
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const { kind } = error;
    const isOfThis = kind === 'not_found' || kind === 'refused' || kind === 'upstream';
    return isOfThis ? toFailed(entry, error) : error;
  }
}

const toFailed = ({ externalId }: SyncEntry, { message }: PluginError): PushResult => ({
  externalId,
  status: 'failed',
  error: message,
  before: null,
  after: null,
});

const toEntry = ({ status, volumes, chapters, score }: ListedEntry): TrackingEntry => ({
  status,
  volumes,
  chapters,
  score,
});

/** The UTC date of a timestamp. */
const toDay = (time: string | undefined): string | undefined => time?.slice(0, 10);

/** Uses the highest number read. The count of read books is used only if there are no numbers. */
function toPushed({ progress, ...entry }: SyncEntry): PushedEntry {
  const { maxChapter, maxVolume, pages, totalPages, percentage } = progress;
  const isNumbered = (maxChapter ?? maxVolume) !== undefined;
  const toCount = (highest: number | undefined, count: number | undefined) =>
    Math.floor(highest ?? (isNumbered ? 0 : (count ?? 0)));
  const ofPages = pages && totalPages ? pages / totalPages : undefined;
  const share = percentage === undefined ? ofPages : percentage / 100;
  return {
    externalId: entry.externalId,
    status: entry.status,
    chapters: toCount(maxChapter, progress.chapters),
    volumes: toCount(maxVolume, progress.volumes),
    share: share === undefined ? undefined : Math.min(share, 1),
    isbn: entry.isbn,
    score: entry.score,
    startedAt: toDay(entry.startedAt),
    completedAt: toDay(entry.completedAt),
    isPrivate: entry.private === true,
    isReread: entry.rereading === true,
  };
}

export async function pullEntries(
  tracking: Tracking,
  asking: Asking,
  page: { cursor: string | undefined; limit: number },
): Promise<PulledPage> {
  const { entries, next } = await tracking.pull(asking, page);
  return {
    next,
    entries: entries.map(({ externalId, title, ...entry }) => ({
      ...toEntry(entry),
      externalId,
      title: title ?? null,
    })),
  };
}
