// Payloads of the `sync/*` methods: progress pushed to and pulled from a tracking service.
import type { TrackingEntry } from '@lectern/contract/tracking/tracking';
import { type TrackingStatus, trackingStatuses } from '@lectern/contract/tracking/tracking-values';
import { z } from 'zod';
import { PluginError } from './errors.ts';
import { line, listOf, text } from './fields.ts';

/** Progress of a series or book, as sent to a plugin. */
export interface SyncEntry {
  externalId: string;
  status: TrackingStatus;
  title: string;
  progress: {
    /** Number of books read, and the highest number among them. */
    volumes?: number;
    maxVolume?: number;
    totalVolumes?: number;
    chapters?: number;
    maxChapter?: number;
    totalChapters?: number;
    /** Only for a single book. */
    pages?: number;
    totalPages?: number;
    /** Only for a single book. 0 to 100. */
    percentage?: number;
  };
  /** 1 to 100. */
  score?: number;
  startedAt?: string;
  completedAt?: string;
  latestUpdatedAt?: string;
  libraryId: string;
  libraryName: string;
  /** Extension of Lectern: ISBN of a single book. */
  isbn?: string;
  /** Extension of Lectern: whether new entries are private. */
  private?: boolean;
  /** Extension of Lectern: the user starts to read a completed entry again. */
  rereading?: boolean;
}

export interface PushResult {
  externalId: string;
  status: 'created' | 'updated' | 'unchanged' | 'failed';
  error: string | null;
  before: TrackingEntry | null;
  after: TrackingEntry | null;
}

const number = z.number().min(0).max(1_000_000).nullish().catch(null);
const entry = z
  .object({
    status: z.enum(trackingStatuses).nullish().catch(null),
    volumes: number,
    chapters: number,
    score: number,
  })
  .transform(
    ({ status, volumes, chapters, score }): TrackingEntry => ({
      status: status ?? null,
      volumes: volumes ?? null,
      chapters: chapters ?? null,
      score: score ?? null,
    }),
  )
  .nullish()
  .catch(null);

const result = z.object({
  externalId: line,
  status: z.enum(['created', 'updated', 'unchanged', 'failed']),
  error: text(1_000).nullish().catch(null),
  before: entry,
  after: entry,
});
const pushSchema = z.object({
  success: listOf(result).optional().default([]),
  failed: listOf(result).optional().default([]),
});

/** Throws PluginError `invalid_answer`. */
export function parsePush(value: unknown): PushResult[] {
  const parsed = pushSchema.safeParse(value);
  if (!parsed.success) throw new PluginError('invalid_answer', 'Its push response has no results');
  const toResult = ({ error, before, after, ...rest }: z.output<typeof result>): PushResult => ({
    ...rest,
    error: error ?? null,
    before: before ?? null,
    after: after ?? null,
  });
  const failed = parsed.data.failed.map((one) => ({ ...one, status: 'failed' as const }));
  return [...parsed.data.success, ...failed].map(toResult);
}

/** A pulled entry of the user. */
export interface PulledEntry extends TrackingEntry {
  externalId: string;
  title: string | null;
}

const pulled = z.object({
  externalId: line,
  title: line.nullish().catch(null),
  status: z.enum(trackingStatuses).nullish().catch(null),
  score: number,
  progress: z
    .object({ volumes: number, chapters: number, maxVolume: number, maxChapter: number })
    .nullish()
    .catch(null),
});
const pullSchema = z.object({
  entries: listOf(pulled),
  nextCursor: z.string().min(1).max(2_000).nullish().catch(null),
  hasMore: z.boolean().nullish().catch(false),
});

export interface PulledPage {
  entries: PulledEntry[];
  /** Cursor of the next page. */
  next: string | undefined;
}

/** Throws PluginError `invalid_answer`. */
export function parsePull(value: unknown): PulledPage {
  const parsed = pullSchema.safeParse(value);
  if (!parsed.success) throw new PluginError('invalid_answer', 'Its pull response has no list of entries');
  const { entries, nextCursor, hasMore } = parsed.data;
  return {
    next: hasMore ? (nextCursor ?? undefined) : undefined,
    entries: entries.map(({ externalId, title, status, score, progress }) => ({
      externalId,
      title: title ?? null,
      status: status ?? null,
      score: score ? score : null,
      volumes: progress?.maxVolume ?? progress?.volumes ?? null,
      chapters: progress?.maxChapter ?? progress?.chapters ?? null,
    })),
  };
}

const userSchema = z.object({ externalId: line, username: line.nullish().catch(null) });

/** Returns the user's name at the service. Throws PluginError `invalid_answer`. */
export function parseUser(value: unknown): string {
  const parsed = userSchema.safeParse(value);
  if (!parsed.success) throw new PluginError('invalid_answer', 'Its response does not name the account');
  return parsed.data.username ?? parsed.data.externalId;
}
