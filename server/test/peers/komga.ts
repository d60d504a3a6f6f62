// Generates Komga databases with the tables and columns that the import reads.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '../makers/books.ts';
import { fillDatabase, type PeerRows } from './fill.ts';

const tables = `
  create table flyway_schema_history (installed_rank integer, version text, success integer, installed_on text);
  create table USER (ID text, EMAIL text, PASSWORD text, SHARED_ALL_LIBRARIES integer, AGE_RESTRICTION integer,
    AGE_RESTRICTION_ALLOW_ONLY integer);
  create table USER_ROLE (USER_ID text, ROLE text);
  create table USER_LIBRARY_SHARING (USER_ID text, LIBRARY_ID text);
  create table USER_SHARING (LABEL text, ALLOW integer, USER_ID text);
  create table USER_API_KEY (ID text, USER_ID text, API_KEY text, COMMENT text);
  create table LIBRARY (ID text, NAME text, ROOT text, SCAN_INTERVAL text, ONESHOTS_DIRECTORY text);
  create table LIBRARY_EXCLUSIONS (LIBRARY_ID text, EXCLUSION text);
  create table SERIES (ID text, NAME text, URL text, LIBRARY_ID text);
  create table SERIES_METADATA (SERIES_ID text, TITLE text, TITLE_LOCK integer, SUMMARY text, SUMMARY_LOCK integer,
    AGE_RATING integer, AGE_RATING_LOCK integer);
  create table SERIES_METADATA_SHARING (LABEL text, SERIES_ID text);
  create table BOOK (ID text, URL text, SERIES_ID text, LIBRARY_ID text, FILE_SIZE integer, FILE_HASH_KOREADER text);
  create table BOOK_METADATA (BOOK_ID text, TITLE text, TITLE_LOCK integer);
  create table THUMBNAIL_BOOK (ID text, BOOK_ID text, TYPE text, SELECTED integer, THUMBNAIL blob);
  create table MEDIA (BOOK_ID text, PAGE_COUNT integer);
  create table READ_PROGRESS (BOOK_ID text, USER_ID text, PAGE integer, COMPLETED integer, READ_DATE text,
    device_id text, device_name text, locator blob);
  create table COLLECTION (ID text, NAME text, ORDERED integer);
  create table COLLECTION_SERIES (COLLECTION_ID text, SERIES_ID text, NUMBER integer);
  create table READLIST (ID text, NAME text, SUMMARY text, ORDERED integer);
  create table READLIST_BOOK (READLIST_ID text, BOOK_ID text, NUMBER integer);`;

/** bcrypt hash of `U*U`, a test vector of crypt_blowfish. */
export const komgaPassword = {
  typed: 'U*U',
  hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
};

export const makeKomgaDatabase = (
  file: string,
  rows: PeerRows,
  { version = '20260225161438' }: { version?: string } = {},
): string => {
  // Databases with different first users belong to different servers.
  const history = [{ installed_rank: 1, version, success: 1, installed_on: String(rows.USER?.[0]?.EMAIL) }];
  return fillDatabase(file, tables, { flyway_schema_history: history, ...rows });
};

/**
 * A library with one series of two books with these file sizes, an administrator, and a reader in the middle of the
 * second book.
 */
export function aSmallKomga(root: string, sizes: readonly [number, number]): PeerRows {
  const { hash } = komgaPassword;
  return {
    USER: [
      { ID: 'u1', EMAIL: 'boss@example.com', PASSWORD: hash, SHARED_ALL_LIBRARIES: 1 },
      { ID: 'u2', EMAIL: 'anna@example.com', PASSWORD: hash, SHARED_ALL_LIBRARIES: 1 },
    ],
    USER_ROLE: [
      { USER_ID: 'u1', ROLE: 'ADMIN' },
      { USER_ID: 'u2', ROLE: 'PAGE_STREAMING' },
    ],
    LIBRARY: [{ ID: 'l1', NAME: 'Comics', ROOT: `file:${encodeURI(root)}/`, SCAN_INTERVAL: 'DAILY' }],
    SERIES: [{ ID: 's1', NAME: 'Saga', URL: `file:${encodeURI(root)}/Saga/`, LIBRARY_ID: 'l1' }],
    SERIES_METADATA: [{ SERIES_ID: 's1', TITLE: 'The Saga', TITLE_LOCK: 1, SUMMARY: 'x', SUMMARY_LOCK: 0 }],
    BOOK: sizes.map((FILE_SIZE, i) => ({
      ID: `b${i + 1}`,
      URL: `file:${encodeURI(root)}/Saga/${i + 1}.cbz`,
      SERIES_ID: 's1',
      LIBRARY_ID: 'l1',
      FILE_SIZE,
    })),
    READ_PROGRESS: [
      { BOOK_ID: 'b1', USER_ID: 'u2', PAGE: 3, COMPLETED: 1, READ_DATE: '2026-01-02 10:00:00' },
      { BOOK_ID: 'b2', USER_ID: 'u2', PAGE: 2, COMPLETED: 0, READ_DATE: '2026-01-03 10:00:00.5' },
    ],
    READLIST: [{ ID: 'r1', NAME: 'Evenings', SUMMARY: '', ORDERED: 1 }],
    READLIST_BOOK: [
      { READLIST_ID: 'r1', BOOK_ID: 'b2', NUMBER: 0 },
      { READLIST_ID: 'r1', BOOK_ID: 'b1', NUMBER: 1 },
    ],
  };
}

/**
 * Writes its two books to a local folder and a database with their paths below `/mnt/comics`. Names end with the mark.
 */
export async function layOutKomga(
  folder: string,
  mark: string,
  change: (rows: PeerRows) => PeerRows = (rows) => rows,
): Promise<{ media: string; file: string }> {
  const media = join(folder, 'media');
  writeFiles(media, {
    'Saga/1.cbz': await makeCbz({ mark: `${mark} one`, pages: 3 }),
    'Saga/2.cbz': await makeCbz({ mark: `${mark} two`, pages: 4 }),
  });
  const sizeOf = (name: string) => statSync(join(media, 'Saga', name)).size;
  const rows = aSmallKomga('/mnt/comics', [sizeOf('1.cbz'), sizeOf('2.cbz')]);
  const own: PeerRows = {
    ...rows,
    USER: (rows.USER ?? []).map((row) => ({ ...row, EMAIL: String(row.EMAIL).replace('@', `-${mark}@`) })),
    LIBRARY: (rows.LIBRARY ?? []).map((row) => ({ ...row, NAME: `Comics ${mark}` })),
    READLIST: (rows.READLIST ?? []).map((row) => ({ ...row, NAME: `Evenings ${mark}` })),
  };
  mkdirSync(join(folder, 'komga'), { recursive: true });
  const file = makeKomgaDatabase(join(folder, 'komga', 'database.sqlite'), change(own));
  return { media, file };
}
