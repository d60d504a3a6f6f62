// Raw rows of Calibre-Web's `app.db`.
import { type Snapshot, toFlag, toText, trimSlashes, whereAny } from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';

export interface AppRows {
  /** Random key of the installation. Undefined for versions without one. */
  installation: unknown;
  settings: GivenRow;
  users: GivenRow[];
  read: GivenRow[];
  bookmarks: GivenRow[];
  states: GivenRow[];
  koboBookmarks: GivenRow[];
  koboTimes: GivenRow[];
  shelves: GivenRow[];
  shelved: GivenRow[];
  counts: Snapshot['leftOut'];
}

/** Paths of the library as seen by Calibre-Web: the database folder and the books folder. */
export function toFolders({ settings }: AppRows): { database: string; books: string } {
  const database = trimSlashes(toText(settings.config_calibre_dir).replaceAll('\\', '/'));
  const split = trimSlashes(toText(settings.config_calibre_split_dir).replaceAll('\\', '/'));
  return { database, books: toFlag(settings.config_calibre_split) && split !== '' ? split : database };
}

export function readApp(database: GivenDatabase): AppRows {
  const [settings = {}] = database.read('settings', [
    ...['config_calibre_dir', 'config_calibre_split', 'config_calibre_split_dir', 'config_login_type'],
    ...['config_read_column', 'config_restricted_column'],
  ]);
  const count = (table: string) => database.read(table, ['id']).length;
  const [flask] = database.read('flask_settings', ['flask_session_key']);
  return {
    installation: flask?.flask_session_key,
    settings,
    users: database.read('user', [
      ...['id', 'name', 'email', 'role', 'password', 'default_language', 'allowed_tags', 'denied_tags'],
      ...['allowed_column_value', 'denied_column_value'],
    ]),
    read: database.read('book_read_link', [
      ...['book_id', 'user_id', 'read_status', 'last_modified', 'last_time_started_reading'],
      'times_started_reading',
    ]),
    bookmarks: database.read('bookmark', ['user_id', 'book_id', 'format', 'bookmark_key']),
    states: database.read('kobo_reading_state', ['id', 'user_id', 'book_id', 'last_modified']),
    koboBookmarks: database.read('kobo_bookmark', [
      ...['kobo_reading_state_id', 'last_modified', 'location_source', 'progress_percent'],
      'content_source_progress_percent',
    ]),
    koboTimes: database.read('kobo_statistics', [
      ...['kobo_reading_state_id', 'last_modified', 'spent_reading_minutes'],
    ]),
    shelves: database.read('shelf', ['id', 'name', 'is_public']),
    shelved: database.read('book_shelf_link', ['shelf', 'book_id', 'order']),
    counts: whereAny([
      reason('import_left_private_shelves', {
        count:
          database.read('shelf', ['id']).length - database.read('shelf', ['id'], { is_public: 1 }).length,
        program: 'Calibre-Web',
      }),
      reason('import_left_kobo_links', { count: count('remote_auth_token') }),
      reason('import_left_kobo_hidden', { count: count('archived_book') }),
      reason('import_left_downloads', { count: count('downloads') }),
      reason('import_left_magic_shelves', { count: count('magic_shelf') }),
    ]),
  };
}
