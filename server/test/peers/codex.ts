// Generates Codex databases with the tables and columns that the import reads.
import pg from 'pg';
import { createEmptyDatabase } from '../harness/databases.ts';
import { fillDatabase, type PeerRows } from './fill.ts';

const tables = `
  create table seaql_migrations (version text);
  create table users (id blob, username text, email text, password_hash text, role text, is_active integer, permissions text);
  create table sharing_tags (id blob, name text);
  create table series_sharing_tags (series_id blob, sharing_tag_id blob);
  create table user_sharing_tags (user_id blob, sharing_tag_id blob, access_mode text);
  create table access_group_sharing_tags (access_group_id blob, sharing_tag_id blob, access_mode text);
  create table user_access_groups (user_id blob, access_group_id blob);
  create table libraries (id blob, name text, path text, series_strategy text, series_config text, book_strategy text,
    number_strategy text, default_reading_direction text, allowed_formats text, excluded_patterns text, scanning_config text);
  create table series (id blob, name text);
  create table series_metadata (series_id blob, title text, title_lock integer, title_sort text, status text, age_rating integer);
  create table books (id blob, series_id blob, library_id blob, path text, file_size integer, koreader_hash text);
  create table book_covers (book_id blob, source text, path text, is_selected integer);
  create table read_progress (user_id blob, book_id blob, current_page integer, progress_percentage real, completed integer,
    updated_at text, r2_progression text);
  create table read_completions (user_id blob, book_id blob, completed_at text);
  create table reading_sessions (id blob, user_id blob, book_id blob, device_id text, device_name text, kind text,
    to_page integer, pages_read integer, client_started_at text, client_ended_at text);
  create table collections (id blob, name text, ordered integer, condition text);
  create table want_to_read (user_id blob, series_id blob, book_id blob);
  create table filter_presets (user_id blob, library_id blob, name text, scope text, target text, condition text, sort text);`;

/** Password of its users. */
export const codexPassword = 'Grüße 1';

/** Ids are 16 bytes. */
export const codexId = (number: number): Uint8Array =>
  Buffer.from(number.toString(16).padStart(32, '0'), 'hex');

export const makeCodexDatabase = (
  file: string,
  rows: PeerRows,
  { version = 'm20260820_000108_create_user_plugin_oauth_states' }: { version?: string } = {},
): string => fillDatabase(file, tables, { seaql_migrations: [{ version }], ...rows });

interface Small {
  root: string;
  mark: string;
  /** File sizes of two books in one series. */
  sizes: readonly [number, number];
  /** Password hash. */
  hash: string;
}

const [chief, ann, group, kids, adult, library, series, first, second] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
  codexId,
);
const none = new Uint8Array();

/** An administrator, and a reader whose access is determined by her group and who has restarted a finished book. */
export function aSmallCodex({ root, mark, sizes, hash }: Small): PeerRows {
  const ids = { user_id: ann ?? none, book_id: first ?? none };
  const user = (id: Uint8Array | undefined, name: string, role: string) => ({
    id: id ?? none,
    username: `${name}-${mark}`,
    email: `${name}-${mark}@example.com`,
    password_hash: hash,
    role,
    is_active: 1,
    permissions: '["books-write","no-such-right"]',
  });
  return {
    users: [user(chief, 'chief', 'admin'), user(ann, 'ann', 'reader')],
    sharing_tags: [
      { id: kids ?? none, name: `kids ${mark}` },
      { id: adult ?? none, name: `adult ${mark}` },
    ],
    series_sharing_tags: [{ series_id: series ?? none, sharing_tag_id: kids ?? none }],
    user_sharing_tags: [{ user_id: ann ?? none, sharing_tag_id: adult ?? none, access_mode: 'deny' }],
    access_group_sharing_tags: [
      { access_group_id: group ?? none, sharing_tag_id: kids ?? none, access_mode: 'allow' },
    ],
    user_access_groups: [{ user_id: ann ?? none, access_group_id: group ?? none }],
    libraries: [
      {
        id: library ?? none,
        name: `Comics ${mark}`,
        path: root,
        series_strategy: 'series_volume',
        book_strategy: 'smart',
        number_strategy: 'filename',
        default_reading_direction: 'RIGHT_TO_LEFT',
        allowed_formats: '["CBZ","LIT"]',
        excluded_patterns: '*/@eaDir/*\n.DS_Store\n',
        scanning_config: '{"enabled":true,"cronSchedule":"whenever"}',
      },
    ],
    series: [{ id: series ?? none, name: 'Saga' }],
    series_metadata: [
      {
        series_id: series ?? none,
        title: 'The Saga',
        title_lock: 1,
        title_sort: 'Saga, The',
        status: 'ongoing',
      },
    ],
    books: [first, second].map((id, i) => ({
      id: id ?? none,
      series_id: series ?? none,
      library_id: library ?? none,
      path: `${root}/Saga/${i + 1}.cbz`,
      file_size: sizes[i] ?? 0,
    })),
    book_covers: [
      {
        book_id: first ?? none,
        source: 'custom',
        path: '../../etc/uploads/covers/../secret.jpg',
        is_selected: 1,
      },
      {
        book_id: second ?? none,
        source: 'custom',
        path: 'data/uploads/covers/books/gone.jpg',
        is_selected: 1,
      },
    ],
    read_progress: [
      { ...ids, current_page: 2, completed: 0, updated_at: '2026-01-09T10:00:00.123456789+00:00' },
    ],
    read_completions: [{ ...ids, completed_at: '2026-01-02T10:00:00+00:00' }],
    reading_sessions: [
      {
        ...ids,
        id: codexId(20),
        device_id: 'd1',
        device_name: 'Tablet',
        kind: 'progress',
        to_page: 2,
        pages_read: 2,
        client_started_at: '2026-01-03T10:00:00+00:00',
        client_ended_at: '2026-01-03T10:05:00+00:00',
      },
    ],
    collections: [
      {
        id: codexId(30),
        name: `By rule ${mark}`,
        ordered: 0,
        condition: '{"hasExternalSourceId":{"operator":"isFalse"}}',
      },
      {
        id: codexId(31),
        name: `Tracked ${mark}`,
        ordered: 0,
        condition: '{"isTracked":{"operator":"isTrue"}}',
      },
    ],
    want_to_read: [{ user_id: ann ?? none, series_id: null, book_id: second ?? none }],
    filter_presets: [
      {
        user_id: ann ?? none,
        library_id: library ?? none,
        name: 'Mine',
        scope: 'list',
        target: 'books',
        condition: `{"libraryId":{"operator":"is","value":"${'0'.repeat(8)}-0000-0000-0000-000000000006"}}`,
        sort: 'title,asc',
      },
    ],
  };
}

/** Creates a database with these rows on the test server, with the column types of Codex on that database. */
export async function fillServerDatabase(
  rows: PeerRows,
): Promise<{ address: string; drop(): Promise<void> }> {
  const { environment, drop } = await createEmptyDatabase('postgres');
  const address = environment.LECTERN_DATABASE_POSTGRES ?? '';
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  for (const [table, list] of Object.entries(rows)) {
    const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
    await client.query(
      `create table ${table} (${columns.map((one) => `"${one}" ${typeOf(one)}`).join(', ')})`,
    );
    for (const row of list) {
      const values = columns.map((column) => toServer(column, row[column] ?? null));
      const places = columns.map((_, i) => `$${i + 1}`).join(', ');
      await client.query(
        `insert into ${table} (${columns.map((one) => `"${one}"`).join(', ')}) values (${places})`,
        values,
      );
    }
  }
  await client.end();
  return { address, drop };
}

const flags = /^(?:is_active|completed|ordered|is_selected|.*_lock)$/;
const numbers = /^(?:file_size|current_page|to_page|pages_read|age_rating)$/;
const json = /^(?:permissions|condition)$/;

function typeOf(column: string): string {
  if (column === 'id' || (column.endsWith('_id') && column !== 'device_id')) return 'uuid';
  if (flags.test(column)) return 'boolean';
  if (numbers.test(column)) return 'integer';
  if (json.test(column)) return 'jsonb';
  return column.endsWith('_at') ? 'timestamptz' : 'text';
}

function toServer(column: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return flags.test(column) && value !== null ? value === 1 : value;
}
