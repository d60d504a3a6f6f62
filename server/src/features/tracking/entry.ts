// Builds the entry to send for a series or book: the highest number read, not a count of files. Pure.
import type { TrackingEntry, TrackingSettings } from '@lectern/contract/tracking/tracking';
import type { TrackingStatus, TrackingUnit } from '@lectern/contract/tracking/tracking-values';
import type { SyncEntry } from '#features/plugins/protocol/index.ts';
import type { TrackingLinkTable } from '#schema/tables/tracking.ts';
import type { ReadBook, Subject } from './subjects/index.ts';

export interface SentEntry {
  /** Payload for the plugin. */
  sent: SyncEntry;
  /** Form for the API and the log. */
  entry: TrackingEntry;
}

type LinkChoices = Pick<TrackingLinkTable, 'externalId' | 'unit' | 'status'>;

/** Undefined if nothing was read, the series is not wanted and no status was chosen. */
export function toTold(
  subject: Subject,
  link: LinkChoices,
  settings: TrackingSettings,
): SentEntry | undefined {
  const unit = link.unit ?? settings.unit;
  const read = subject.books.filter(({ completed }) => completed === 1);
  const started = subject.books.filter(({ completed }) => completed !== null);
  const highest = findHighest(read, unit);
  const { status: chosen } = link;
  const isReread = chosen === 'rereading';
  const status = isReread
    ? 'reading'
    : (chosen ?? findStatus(subject, { highest, unit, read, begun: started }));
  if (status === undefined) return undefined;
  const progress = toProgress(subject, { highest, unit, read });
  const score = settings.sendsRatings ? subject.rating : null;
  const times = started.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
  const ends = read.flatMap(({ completedAt }) => (completedAt === null ? [] : [completedAt]));
  const changes = started.flatMap(({ updatedAt }) => (updatedAt === null ? [] : [updatedAt]));
  const { externalId } = link;
  const { title, libraryId, libraryName, isbn } = subject;
  const sent: SyncEntry = {
    externalId,
    title,
    libraryId,
    libraryName,
    status,
    progress,
    ...(isbn !== null && { isbn }),
    ...(settings.isPrivate && { private: true }),
    ...(isReread && { rereading: true }),
    ...(score !== null && { score }),
    ...(times.length > 0 && { startedAt: toDate(Math.min(...times)) }),
    ...(status === 'completed' && ends.length > 0 && { completedAt: toDate(Math.max(...ends)) }),
    ...(changes.length > 0 && { latestUpdatedAt: toDate(Math.max(...changes)) }),
  };
  const entry = {
    status,
    score,
    volumes: progress.maxVolume ?? progress.volumes ?? null,
    chapters: progress.maxChapter ?? progress.chapters ?? null,
  };
  return { sent, entry };
}

/** Chooses among several series of one entry: a reread first, then the highest number. */
export function isFurther(one: SentEntry, other: SentEntry): boolean {
  if (one.sent.rereading !== other.sent.rereading) return one.sent.rereading === true;
  const reached = ({ entry: { volumes, chapters } }: SentEntry) => Math.max(volumes ?? 0, chapters ?? 0);
  return reached(one) > reached(other);
}

/** The number that counts as progress. Specials without a number or with the number 0 do not count. */
export function numberOf({ volume, chapter, number }: ReadBook, unit: TrackingUnit): number | undefined {
  const [own, others] = unit === 'volumes' ? [volume, chapter] : [chapter, volume];
  const value = own ?? (others === null ? number : null);
  return value !== null && value > 0 ? value : undefined;
}

function findHighest(read: readonly ReadBook[], unit: TrackingUnit): number | undefined {
  const numbers = read.flatMap((book) => numberOf(book, unit) ?? []);
  return numbers.length === 0 ? undefined : Math.floor(Math.max(...numbers));
}

interface Read {
  highest: number | undefined;
  unit: TrackingUnit;
  read: readonly ReadBook[];
}

/** Completed requires that all local books are read and that they reach the known end. */
function findStatus(
  { series, books, isWanted }: Subject,
  { highest, unit, read, begun }: Read & { begun: readonly ReadBook[] },
): TrackingStatus | undefined {
  if (begun.length === 0) return isWanted ? 'plan_to_read' : undefined;
  if (read.length < books.length) return 'reading';
  if (series === null || series.isOneshot) return 'completed';
  const total = unit === 'volumes' ? series.totalVolumeCount : series.totalChapterCount;
  return total !== null && total > 0 && (highest ?? read.length) >= total ? 'completed' : 'reading';
}

function toProgress({ series, books }: Subject, { highest, unit, read }: Read): SyncEntry['progress'] {
  const [book] = books;
  if (series === null) {
    if (!book) return {};
    const share = book.completed === 1 ? 1 : (book.percentage ?? 0);
    return {
      percentage: Math.round(share * 1000) / 10,
      ...(book.pageCount > 0 && {
        totalPages: book.pageCount,
        pages: book.completed === 1 ? book.pageCount : (book.currentPage ?? 0),
      }),
    };
  }
  const { totalVolumeCount, totalChapterCount } = series;
  return unit === 'volumes'
    ? {
        volumes: read.length,
        ...(highest !== undefined && { maxVolume: highest }),
        ...(totalVolumeCount !== null && { totalVolumes: totalVolumeCount }),
      }
    : {
        chapters: read.length,
        ...(highest !== undefined && { maxChapter: highest }),
        ...(totalChapterCount !== null && { totalChapters: totalChapterCount }),
      };
}

const toDate = (ms: number): string => new Date(ms).toISOString();
