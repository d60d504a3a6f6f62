// Implements the `sync/*` methods of the protocol with a provider's operations on single entries.
import { trackingStatuses } from '@lectern/contract/tracking/tracking-values';
import { z } from 'zod';
import { PluginError } from '#features/plugins/protocol/index.ts';
import type { Asking, PulledEntry, PushedEntry, PushOutcome, Tracking } from './provider.ts';

type Result = { externalId: string } & (PushOutcome | { status: 'failed'; error: string });

const externalId = z.string().trim().min(1).max(500);
const number = z.number().min(0).max(1_000_000).nullish().catch(undefined);
/** The UTC date of a timestamp. */
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .transform((text) => text.slice(0, 10))
  .nullish()
  .catch(undefined);

const entrySchema = z.object({
  externalId,
  status: z.enum(trackingStatuses),
  progress: z
    .object({
      chapters: number,
      volumes: number,
      maxChapter: number,
      maxVolume: number,
      pages: number,
      totalPages: number,
      percentage: number,
    })
    .nullish(),
  score: z.number().min(1).max(100).nullish().catch(undefined),
  startedAt: day,
  completedAt: day,
  isbn: z.string().max(20).nullish().catch(undefined),
  private: z.boolean().nullish().catch(undefined),
  rereading: z.boolean().nullish().catch(undefined),
});

const pushSchema = z.object({ entries: z.array(z.unknown()).max(500), dryRun: z.boolean().optional() });
const pullSchema = z.object({
  since: z.string().nullish(),
  limit: z.int().min(1).max(50).nullish(),
  cursor: z.string().max(2_000).nullish(),
});
const pageSize = 50;

/** Throws PluginError, and ZodError for invalid parameters. */
export function synchronize(
  tracking: Tracking,
  asking: Asking,
  method: string,
  params: object,
): Promise<unknown> {
  if (method === 'sync/getUserInfo') return tracking.getUser(asking);
  if (method === 'sync/pushProgress') return push(tracking, asking, pushSchema.parse(params));
  if (method === 'sync/pullProgress') return pull(tracking, asking, pullSchema.parse(params));
  throw new PluginError('unsupported', `Method not found: ${method}`);
}

/** Processes entries sequentially, because several may refer to the same entry of the service. */
async function push(
  tracking: Tracking,
  asking: Asking,
  { entries, dryRun = false }: z.output<typeof pushSchema>,
): Promise<{ success: Result[]; failed: Result[] }> {
  const results: Result[] = [];
  let stopError: PluginError | undefined;
  for (const given of entries) {
    const result = stopError ? toFailed(given, stopError) : await pushOne(tracking, asking, given, dryRun);
    if (!(result instanceof PluginError)) {
      results.push(result);
      continue;
    }
    // Entries that were already written must be reported.
    if (!results.some(({ status }) => status !== 'failed')) throw result;
    stopError = result;
    results.push(toFailed(given, stopError));
  }
  return {
    success: results.filter(({ status }) => status !== 'failed'),
    failed: results.filter(({ status }) => status === 'failed'),
  };
}

/** Returns errors that affect all entries instead of throwing them. */
async function pushOne(
  tracking: Tracking,
  asking: Asking,
  given: unknown,
  isDryRun: boolean,
): Promise<Result | PluginError> {
  const parsed = entrySchema.safeParse(given);
  if (!parsed.success) return toFailed(given, new PluginError('refused', 'The entry is invalid'));
  try {
    const outcome = await tracking.push(asking, toPushed(parsed.data), { isDryRun });
    return { externalId: parsed.data.externalId, ...outcome };
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const { kind } = error;
    const isOfThis = kind === 'not_found' || kind === 'refused' || kind === 'upstream';
    return isOfThis ? toFailed(given, error) : error;
  }
}

function toFailed(given: unknown, { message }: PluginError): Result {
  const known = z.object({ externalId }).safeParse(given);
  return { externalId: known.data?.externalId ?? '', status: 'failed', error: message };
}

/** Uses the highest number read. The count of read books is used only if there are no numbers. */
function toPushed({ progress, ...entry }: z.output<typeof entrySchema>): PushedEntry {
  const { maxChapter, maxVolume, pages, totalPages, percentage } = progress ?? {};
  const isNumbered = (maxChapter ?? maxVolume ?? undefined) !== undefined;
  const toCount = (highest: number | null | undefined, count: number | null | undefined) =>
    Math.floor(highest ?? (isNumbered ? 0 : (count ?? 0)));
  const ofPages = pages && totalPages ? pages / totalPages : undefined;
  const share = typeof percentage === 'number' ? percentage / 100 : ofPages;
  return {
    externalId: entry.externalId,
    status: entry.status,
    chapters: toCount(maxChapter, progress?.chapters),
    volumes: toCount(maxVolume, progress?.volumes),
    share: share === undefined ? undefined : Math.min(share, 1),
    isbn: entry.isbn ?? undefined,
    score: entry.score ?? undefined,
    startedAt: entry.startedAt ?? undefined,
    completedAt: entry.completedAt ?? undefined,
    isPrivate: entry.private === true,
    isReread: entry.rereading === true,
  };
}

async function pull(
  tracking: Tracking,
  asking: Asking,
  { since, limit, cursor }: z.output<typeof pullSchema>,
) {
  const page = await tracking.pull(asking, { cursor: cursor ?? undefined, limit: limit ?? pageSize });
  const sinceMs = since ? Date.parse(since) : Number.NaN;
  const isNew = ({ latestUpdatedAt }: PulledEntry) =>
    Number.isNaN(sinceMs) || latestUpdatedAt === undefined || Date.parse(latestUpdatedAt) >= sinceMs;
  return {
    entries: page.entries.filter(isNew).map(toPulled),
    ...(page.next !== undefined && { nextCursor: page.next }),
    hasMore: page.next !== undefined,
  };
}

const toPulled = ({ chapters, volumes, pages, score, startedAt, completedAt, ...entry }: PulledEntry) => ({
  ...entry,
  progress: { chapters, volumes, ...(pages !== undefined && { pages }) },
  ...(score !== null && { score }),
  ...(startedAt !== null && { startedAt }),
  ...(completedAt !== null && { completedAt }),
});
