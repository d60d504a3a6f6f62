// Generates calibre libraries and Calibre-Web databases with the tables and columns that the import reads.
import { fillDatabase, type PeerRows } from './fill.ts';

const calibreTables = `
  create table library_id (id integer, uuid text);
  create table books (id integer, title text, sort text, pubdate text, series_index real, path text, last_modified text);
  create table comments (book integer, text text, unique (book));
  create table data (book integer, format text, uncompressed_size integer, name text, unique (book, format));
  create table series (id integer, name text);
  create table books_series_link (book integer, series integer, unique (book));
  create table tags (id integer, name text);
  create table books_tags_link (id integer, book integer, tag integer, unique (book, tag));
  create table authors (id integer, name text);
  create table books_authors_link (id integer, book integer, author integer, unique (book, author));
  create table ratings (id integer, rating integer);
  create table books_ratings_link (id integer, book integer, rating integer, unique (book, rating));
  create table custom_columns (id integer, label text, datatype text, is_multiple integer, normalized integer, mark_for_delete integer);
  create table custom_column_1 (book integer, value integer, unique (book));
  create table custom_column_2 (book integer, value text, unique (book));
  create table last_read_positions (book integer, format text, user text, device text, cfi text, epoch real, pos_frac real);
  create table annotations (book integer, format text, user_type text, user text, timestamp real, annot_id text,
    annot_type text, annot_data text);`;

/**
 * Two books of a series: one in two formats, of which one is unsupported. Files are `V/One (1)/1.…` and `V/Two
 * (2)/2.…`.
 */
export function aSmallCalibre(sizes: readonly [number, number, number]): PeerRows {
  const highlight = {
    type: 'highlight',
    highlighted_text: 'Call me',
    notes: 'Famous.',
    spine_index: 0,
    start_cfi: '/2/4/2/1:0',
    end_cfi: '/2/4/2/1:7',
    style: { kind: 'color', which: 'red' },
  };
  const mark = { book: 1, format: 'EPUB', user_type: 'web', user: 'lea', timestamp: 1_767_312_000 };
  return {
    library_id: [{ id: 1, uuid: 'x' }],
    books: [
      {
        id: 1,
        title: 'One',
        sort: 'One',
        pubdate: '0101-01-01 00:00:00+00:00',
        series_index: 1,
        path: 'V/One (1)',
        last_modified: '2026-01-05 10:00:00+00:00',
      },
      {
        id: 2,
        title: 'Two',
        sort: 'Two',
        pubdate: '2001-02-03 00:00:00+00:00',
        series_index: 2.5,
        path: 'V/Two (2)',
        last_modified: '2026-01-05 10:00:00+00:00',
      },
    ],
    data: [
      { book: 1, format: 'EPUB', uncompressed_size: sizes[0], name: '1' },
      { book: 1, format: 'CBZ', uncompressed_size: sizes[1], name: '1' },
      { book: 1, format: 'ORIGINAL_EPUB', uncompressed_size: 5, name: '1' },
      { book: 1, format: 'LIT', uncompressed_size: 5, name: '1' },
      { book: 2, format: 'CBZ', uncompressed_size: sizes[2], name: '2' },
    ],
    series: [{ id: 1, name: 'Numbers' }],
    books_series_link: [
      { book: 1, series: 1 },
      { book: 2, series: 1 },
    ],
    tags: [
      { id: 1, name: 'Kids' },
      { id: 2, name: 'Odd' },
    ],
    books_tags_link: [
      { id: 1, book: 1, tag: 1 },
      { id: 2, book: 2, tag: 1 },
      { id: 3, book: 1, tag: 2 },
    ],
    authors: [
      { id: 1, name: 'Verne| Jules' },
      { id: 2, name: 'Unknown' },
    ],
    books_authors_link: [
      { id: 1, book: 1, author: 1 },
      { id: 2, book: 2, author: 2 },
    ],
    ratings: [
      { id: 1, rating: 9 },
      { id: 2, rating: 6 },
    ],
    books_ratings_link: [
      { id: 1, book: 1, rating: 1 },
      { id: 2, book: 2, rating: 2 },
    ],
    custom_columns: [
      { id: 1, label: 'read', datatype: 'bool', is_multiple: 0, normalized: 0, mark_for_delete: 0 },
      { id: 2, label: 'shelf', datatype: 'text', is_multiple: 0, normalized: 0, mark_for_delete: 0 },
      { id: 3, label: 'gone', datatype: 'text', is_multiple: 0, normalized: 0, mark_for_delete: 1 },
    ],
    custom_column_1: [
      { book: 1, value: 0 },
      { book: 2, value: 1 },
    ],
    custom_column_2: [{ book: 2, value: 'top' }],
    last_read_positions: [
      { book: 1, format: 'CBZ', user: 'lea', device: 'phone', cfi: '', epoch: 1_767_312_000, pos_frac: 0.5 },
      {
        book: 1,
        format: 'EPUB',
        user: 'lea',
        device: 'phone',
        cfi: 'epubcfi(/3/x',
        epoch: 1_767_312_000,
        pos_frac: 0.25,
      },
      { book: 9, format: 'EPUB', user: 'lea', device: 'phone', cfi: '', epoch: 1_767_312_000, pos_frac: 0.5 },
    ],
    annotations: [
      { ...mark, annot_id: 'h', annot_type: 'highlight', annot_data: JSON.stringify(highlight) },
      {
        ...mark,
        annot_id: 'r',
        annot_type: 'highlight',
        annot_data: JSON.stringify({ ...highlight, removed: true }),
      },
      { ...mark, annot_id: 'x', annot_type: 'highlight', annot_data: '{no json' },
    ],
  };
}

export const makeCalibreDatabase = (file: string, rows: PeerRows): string =>
  fillDatabase(file, calibreTables, rows);

const serverTables = 'create table users (name text, pw text, restriction text, readonly text);';

/** Users of the content server: one with access, one restricted to other libraries, one restricted by a search. */
export const makeCalibreUsers = (file: string, libraryName: string): string =>
  fillDatabase(file, serverTables, {
    users: [
      { name: 'lea', pw: 'plain Passw0rd', restriction: '{}', readonly: 'n' },
      {
        name: 'out',
        pw: 'plain Passw0rd',
        restriction: '{"allowed_library_names":["Others"]}',
        readonly: 'n',
      },
      {
        name: 'some',
        pw: 'plain Passw0rd',
        readonly: 'y',
        restriction: JSON.stringify({ library_restrictions: { [libraryName]: 'tags:Kids' } }),
      },
    ],
  });

const webTables = `
  create table settings (config_calibre_dir text, config_login_type integer, config_read_column integer, config_restricted_column integer);
  create table user (id integer, name text, email text, role integer, password text, default_language text, allowed_tags text,
    denied_tags text, allowed_column_value text, denied_column_value text);
  create table book_read_link (book_id integer, user_id integer, read_status integer, last_modified text);
  create table bookmark (user_id integer, book_id integer, format text, bookmark_key text);
  create table kobo_reading_state (id integer, user_id integer, book_id integer, last_modified text);
  create table kobo_bookmark (kobo_reading_state_id integer, last_modified text, location_source text, progress_percent real,
    content_source_progress_percent real);
  create table shelf (id integer, name text, is_public integer);
  create table book_shelf_link (shelf integer, book_id integer, "order" integer);`;

/** Werkzeug's PBKDF2 hash of `Grüße 1`, computed with OpenSSL. */
export const calibreWebPassword = {
  typed: 'Grüße 1',
  hash: 'pbkdf2:sha256:1000$a1B2c3D4e5F6g7H8$260d2c7cf6b0af9f841b55eee6c8b3faf11e17ccdff17b09f7b387d430be5ebb',
};

/**
 * For the small calibre library: an administrator, a user with unusual denied tags, and a user with two kinds of
 * restrictions.
 */
export function makeCalibreWebDatabase(file: string, mark: string, readColumn = 0): string {
  const user = (id: number, name: string, role: number) => ({
    id,
    name: `${name}-${mark}`,
    email: `${name}-${mark}@example.com`,
    role,
    password: calibreWebPassword.hash,
    default_language: 'all',
  });
  const time = '2026-01-04 10:00:00.000000';
  return fillDatabase(file, webTables, {
    settings: [
      {
        config_calibre_dir: '/books',
        config_login_type: 0,
        config_read_column: readColumn,
        config_restricted_column: 2,
      },
    ],
    user: [
      user(1, 'chief', 479),
      { ...user(2, 'ned', 258), allowed_tags: 'Kids', denied_tags: 'odd' },
      { ...user(3, 'both', 258), allowed_tags: 'Kids', allowed_column_value: 'top' },
      { ...user(4, 'guest', 32), password: '' },
    ],
    book_read_link: [
      { book_id: 2, user_id: 1, read_status: 1, last_modified: time },
      { book_id: 1, user_id: 2, read_status: 2, last_modified: time },
    ],
    bookmark: [
      { user_id: 1, book_id: 1, format: 'epub', bookmark_key: 'epubcfi(/6/2!/4/2/1:0)' },
      { user_id: 2, book_id: 1, format: 'cbz', bookmark_key: '1' },
      { user_id: 2, book_id: 1, format: 'epub', bookmark_key: 'nonsense' },
    ],
    shelf: [
      { id: 1, name: `Open ${mark}`, is_public: 1 },
      { id: 2, name: `Own ${mark}`, is_public: 0 },
    ],
    book_shelf_link: [
      { shelf: 1, book_id: 2, order: 1 },
      { shelf: 1, book_id: 1, order: 2 },
    ],
  });
}
