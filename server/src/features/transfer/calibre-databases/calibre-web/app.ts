// What Calibre-Web keeps in its own database, as it stands there.
import { type Snapshot, toFlag, toText, trimSlashes } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';

export interface AppRows {
  settings: GivenRow;
  users: GivenRow[];
  read: GivenRow[];
  bookmarks: GivenRow[];
  states: GivenRow[];
  koboBookmarks: GivenRow[];
  shelves: GivenRow[];
  shelved: GivenRow[];
  counts: Snapshot['leftOut'];
}

/** The folders of the library, as Calibre-Web sees them: of the database, and of the books. */
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
  return {
    settings,
    users: database.read('user', [
      ...['id', 'name', 'email', 'role', 'password', 'default_language', 'allowed_tags', 'denied_tags'],
      ...['allowed_column_value', 'denied_column_value'],
    ]),
    read: database.read('book_read_link', ['book_id', 'user_id', 'read_status', 'last_modified']),
    bookmarks: database.read('bookmark', ['user_id', 'book_id', 'format', 'bookmark_key']),
    states: database.read('kobo_reading_state', ['id', 'user_id', 'book_id', 'last_modified']),
    koboBookmarks: database.read('kobo_bookmark', [
      ...['kobo_reading_state_id', 'last_modified', 'location_source', 'progress_percent'],
      'content_source_progress_percent',
    ]),
    shelves: database.read('shelf', ['id', 'name', 'is_public']),
    shelved: database.read('book_shelf_link', ['shelf', 'book_id', 'order']),
    counts: [
      {
        count:
          database.read('shelf', ['id']).length - database.read('shelf', ['id'], { is_public: 1 }).length,
        what: 'private shelves',
        why: 'they belong to one person, and read lists here are seen by all: make them public in Calibre-Web to take them along',
      },
      {
        count: count('remote_auth_token'),
        what: 'links of Kobo e-readers',
        why: 'set them up anew under Account',
      },
      {
        count: count('archived_book'),
        what: 'books that are hidden from a Kobo',
        why: 'there is no place for that here',
      },
      {
        count: count('kobo_statistics'),
        what: 'times that were spent with a book',
        why: 'nothing says when that was',
      },
      {
        count: count('downloads'),
        what: 'notes of who downloaded what',
        why: 'there is no place for them here',
      },
      { count: count('magic_shelf'), what: 'shelves by rules', why: 'make a read list that fills itself' },
    ],
  };
}
