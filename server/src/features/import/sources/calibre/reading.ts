// Reading positions and annotations of content server users and of the desktop user.

import { toRecord } from '@lectern/contract/records';
import type { AnnotationColor } from '@lectern/contract/values';
import {
  createPool,
  desktop,
  gather,
  parseJson,
  type TheirMark,
  type TheirReading,
  toEpochMs,
  toMs,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { type CalibreLibrary, findBest, findFile } from './books.ts';
import { readCfi, toCfi, toRangeCfi } from './cfi.ts';
import { readFinishedDays, readYes } from './custom-columns.ts';

type Files = Pick<CalibreLibrary, 'files'>;

/** calibre uses the name `_` for users who are not signed in. */
export const toUserId = (name: string): string => (name === '_' || name === '' ? desktop : `user ${name}`);

/** Returns the latest position per user and book. */
export function readPositions(database: GivenDatabase, library: Files): TheirReading[] {
  const columns = ['book', 'format', 'user', 'device', 'cfi', 'epoch', 'pos_frac'];
  const pool = createPool();
  return gather(database, { table: 'last_read_positions', columns }, (row): TheirReading[] => {
    const bookId = findFile(library, row);
    const readAtMs = toEpochMs(row.epoch);
    const share = toNumber(row.pos_frac);
    if (bookId === undefined || readAtMs === undefined || share === undefined) return [];
    const device = toText(row.device);
    const cfi = readCfi(toText(row.cfi));
    return [
      pool({
        userId: toUserId(toText(row.user)),
        bookId,
        // For formats without text, only the percentage is known.
        page: 0,
        completed: share >= 1,
        readAtMs,
        startedAtMs: undefined,
        device: device === '' ? undefined : { id: device, name: device },
        locator: undefined,
        share: Math.min(1, Math.max(0, share)),
        spineIndex: cfi?.spineIndex,
        spot: cfi && { fragments: [toCfi(cfi.spineIndex, cfi.path)] },
      }),
    ];
  });
}

/** Books with a true value in a column named `read`. */
export function readReadColumn(database: GivenDatabase, library: Files): TheirReading[] {
  const days = readFinishedDays(database);
  const changed = new Map(
    database.read('books', ['id', 'last_modified']).map((row) => [toText(row.id), toMs(row.last_modified)]),
  );
  return readYes(database, ({ label }) => label.toLowerCase() === 'read').flatMap((book): TheirReading[] => {
    const bookId = findBest(library, book);
    const readAtMs = days.get(book) ?? changed.get(book);
    return bookId === undefined || readAtMs === undefined ? [] : [toFinished(desktop, bookId, readAtMs)];
  });
}

export const toFinished = (userId: string, bookId: string, readAtMs: number): TheirReading => ({
  userId,
  bookId,
  readAtMs,
  startedAtMs: undefined,
  page: 1,
  completed: true,
  device: undefined,
  locator: undefined,
  share: undefined,
  spineIndex: undefined,
  spot: undefined,
});

const colors: Readonly<Record<string, AnnotationColor>> = {
  yellow: 'yellow',
  green: 'green',
  blue: 'blue',
  red: 'pink',
  purple: 'purple',
};

export function readAnnotations(database: GivenDatabase, library: Files): TheirMark[] {
  const columns = [
    'book',
    'format',
    'user_type',
    'user',
    'timestamp',
    'annot_id',
    'annot_type',
    'annot_data',
  ];
  return gather(database, { table: 'annotations', columns }, (row): TheirMark[] => {
    const bookId = findFile(library, row);
    const data = toRecord(parseJson(row.annot_data));
    const madeAtMs = toMs(data.timestamp) ?? toEpochMs(row.timestamp);
    const place = row.annot_type === 'bookmark' ? readBookmark(data) : readHighlight(data);
    if (bookId === undefined || madeAtMs === undefined || place === undefined || data.removed === true)
      return [];
    const userId = row.user_type === 'web' ? toUserId(toText(row.user)) : desktop;
    const id = [userId, bookId, toText(row.annot_type), toText(row.annot_id)].join(' ');
    return [{ id, userId, bookId, madeAtMs, page: undefined, ...place }];
  });
}

type MarkContent = Pick<TheirMark, 'kind' | 'spineIndex' | 'spot' | 'text' | 'note' | 'color'>;

function readBookmark({ title, pos }: Record<string, unknown>): MarkContent | undefined {
  const cfi = readCfi(toText(pos));
  if (cfi === undefined) return undefined;
  const { spineIndex, path } = cfi;
  const spot = { fragments: [toCfi(spineIndex, path)] };
  // The text at the bookmark is unknown. The title was entered by the user.
  return { kind: 'bookmark', spineIndex, spot, text: null, note: toText(title) || null, color: null };
}

function readHighlight(data: Record<string, unknown>): MarkContent | undefined {
  const text = toText(data.highlighted_text);
  const spineIndex = toNumber(data.spine_index);
  if (data.type !== 'highlight' || text === '' || spineIndex === undefined || spineIndex < 0)
    return undefined;
  const cfi = toRangeCfi(spineIndex, toText(data.start_cfi), toText(data.end_cfi));
  const { which } = toRecord(data.style);
  return {
    kind: 'highlight',
    spineIndex,
    text,
    note: toText(data.notes) || null,
    spot: cfi === undefined ? undefined : { fragments: [cfi] },
    color: colors[toText(which)] ?? 'yellow',
  };
}
