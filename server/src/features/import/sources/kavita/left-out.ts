// Lists Kavita data that cannot be imported.
import { countRows, type Snapshot, toNumber, toText, whereAny } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';
import { countLostCovers } from './covers.ts';

export function listLeftOut(database: GivenDatabase, invitations: number): Snapshot['leftOut'] {
  const count = (table: string, column = 'Id', values?: Record<string, string | number>) =>
    countRows(database, table, column, values);
  const unrated = database
    .read('AppUserRating', ['Rating', 'Review'])
    .filter((row) => (toNumber(row.Rating) ?? 0) <= 0 && toText(row.Review) !== '');
  const keys =
    count('AppUserAuthKey') ||
    database.read('AspNetUsers', ['ApiKey']).filter((row) => toText(row.ApiKey) !== '').length;
  const program = 'Kavita';
  return whereAny([
    reason('import_left_invitations', { count: invitations }),
    reason('import_left_keys', { count: keys }),
    reason('import_left_private_collections', {
      count: count('AppUserCollection', 'Id', { Promoted: 0 }),
      program,
    }),
    reason('import_left_private_lists', { count: count('ReadingList', 'Id', { Promoted: 0 }), program }),
    reason('import_left_reviews', { count: unrated.length }),
    reason('import_left_chapter_ratings', { count: count('AppUserChapterRating') }),
    reason('import_left_on_deck', { count: count('AppUserOnDeckRemoval', 'SeriesId') }),
    reason('import_left_covers_folder', { count: countLostCovers(database), program }),
    // Excludes the default profile, which Kavita creates for every user.
    reason('import_left_reading_profiles', {
      count:
        count('AppUserReadingProfiles', 'Id', { Kind: 1 }) +
        count('AppUserReadingProfiles', 'Id', { Kind: 2 }),
    }),
    reason('import_left_relations', { count: count('SeriesRelation') }),
  ]);
}
