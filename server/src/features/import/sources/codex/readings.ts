// Reading positions with device times, completion times and reading sessions.

import { toRecord } from '@lectern/contract/records';
import {
  createPool,
  gather,
  parseJson,
  type Snapshot,
  type TheirReading,
  type TheirSession,
  toFlag,
  toMs,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';

const sessionColumns = [
  ...['id', 'user_id', 'book_id', 'device_id', 'device_name', 'kind', 'to_page', 'pages_read'],
  ...['client_started_at', 'client_ended_at', 'active_duration_ms'],
];
/** Returns the latest session per reader and book. */
function readLastSessions(database: GivenDatabase): Map<string, GivenRow> {
  const last = new Map<string, GivenRow>();
  for (const row of database.each('reading_sessions', sessionColumns)) {
    const before = last.get(keyOf(row));
    const isLater = (toMs(row.client_ended_at) ?? 0) >= (toMs(before?.client_ended_at) ?? 0);
    if (row.kind !== 'reset' && isLater) last.set(keyOf(row), row);
  }
  return last;
}

const keyOf = (row: GivenRow): string => `${toText(row.user_id)} ${toText(row.book_id)}`;

export function readReadings(database: GivenDatabase): TheirReading[] {
  const columns = [
    ...['user_id', 'book_id', 'current_page', 'progress_percentage', 'completed', 'updated_at'],
    ...['r2_progression', 'started_at'],
  ];
  const sessions = readLastSessions(database);
  const pool = createPool();
  return gather(database, { table: 'read_progress', columns }, (row): TheirReading[] => {
    const userId = toText(row.user_id);
    const bookId = toText(row.book_id);
    const last = sessions.get(keyOf(row));
    const document = toRecord(parseJson(row.r2_progression));
    // `updated_at` is the time when the server received the position.
    const readAtMs = toMs(document.modified) ?? toMs(last?.client_ended_at) ?? toMs(row.updated_at);
    if (readAtMs === undefined) return [];
    const { id, name } = toRecord(document.device);
    const own = toDevice(id, name);
    const ofSession = toDevice(last?.device_id, last?.device_name);
    // KOReader sends the device name, and Codex creates the document. The session is then more accurate.
    const isReaderApp = toText(last?.device_id).startsWith('koreader:');
    const share = toNumber(row.progress_percentage);
    const locator = toRecord(document.locator);
    return [
      pool({
        userId,
        bookId,
        page: Math.max(1, Math.trunc(toNumber(row.current_page) ?? 1)),
        completed: toFlag(row.completed),
        readAtMs,
        startedAtMs: toMs(row.started_at),
        device: isReaderApp ? (ofSession ?? own) : (own ?? ofSession),
        locator: toText(locator.href) === '' ? undefined : locator,
        share: share === undefined ? undefined : Math.min(1, Math.max(0, share)),
        spineIndex: undefined,
        spot: undefined,
      }),
    ];
  });
}

/** The device `legacy` marks rows migrated from an older version. */
function toDevice(id: unknown, name: unknown): { id: string; name: string } | undefined {
  const device = { id: toText(id).replace(/^koreader:/, ''), name: toText(name) };
  return device.id === '' || device.name === '' || device.id === 'legacy' ? undefined : device;
}

export function readFinished(database: GivenDatabase): Snapshot['finished'] {
  const columns = ['user_id', 'book_id', 'started_at', 'completed_at'];
  return gather(database, { table: 'read_completions', columns }, (row) => {
    const finishedAtMs = toMs(row.completed_at);
    return finishedAtMs === undefined
      ? []
      : [
          {
            userId: toText(row.user_id),
            bookId: toText(row.book_id),
            finishedAtMs,
            startedAtMs: toMs(row.started_at),
            isUndated: false,
          },
        ];
  });
}

/** Sessions with a duration. A single request only records a position. Measured time excludes pauses. */
export function readSessions(database: GivenDatabase): TheirSession[] {
  const pool = createPool();
  return gather(database, { table: 'reading_sessions', columns: sessionColumns }, (row): TheirSession[] => {
    if (row.kind === 'reset') return [];
    const startedAtMs = toMs(row.client_started_at);
    const lastAtMs = toMs(row.client_ended_at);
    const activeMs = toNumber(row.active_duration_ms);
    if (startedAtMs === undefined || lastAtMs === undefined) return [];
    const endedAtMs = activeMs === undefined ? lastAtMs : startedAtMs + Math.max(0, Math.round(activeMs));
    if (endedAtMs <= startedAtMs) return [];
    const endPage = toNumber(row.to_page);
    return [
      pool({
        id: toText(row.id),
        userId: toText(row.user_id),
        bookId: toText(row.book_id),
        startedAtMs,
        endedAtMs,
        startPage: undefined,
        endPage: endPage === undefined || endPage < 1 ? undefined : Math.trunc(endPage),
        pagesRead: toNumber(row.pages_read),
        device: toDevice(row.device_id, row.device_name),
      }),
    ];
  });
}
