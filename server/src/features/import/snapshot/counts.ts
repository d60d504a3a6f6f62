// Counts the contents of a snapshot.
import type { ImportKind } from '@lectern/contract/import/imports';
import type { OwnRecords, Snapshot, TheirSeries } from './snapshot.ts';

/** Whether a series has edits, or an age rating, which applies like an edit. */
export const isEditedSeries = ({ edits, ageRating }: TheirSeries): boolean =>
  Object.keys(edits).length > 0 || ageRating !== undefined;

/** Names of sharing tags of series, of users' restrictions, and of an export. */
export const listTagNames = ({
  series,
  users,
  own,
}: Pick<Snapshot, 'series' | 'users' | 'own'>): Set<string> =>
  new Set([
    ...(own?.tags ?? []).map(({ name }) => name),
    ...series.flatMap(({ sharingTags }) => sharingTags),
    ...users.flatMap(({ allowTags, denyTags }) => [...allowTags, ...denyTags]),
  ]);

const isProvided = ({ provided = {} }: { provided?: object | undefined }): boolean =>
  Object.keys(provided).length > 0;

type Counts = Partial<Record<ImportKind, number>>;

/** Number of items per kind, with the keys of the plan. The report counts the same items. */
export function countSnapshot(snapshot: Snapshot): Counts {
  const { users, libraries, series, books, readings, collections, readLists, own } = snapshot;
  const isEdited = ({ edits }: { edits: object }) => Object.keys(edits).length > 0;
  const hasCover = ({ cover }: { cover: unknown }) => cover !== undefined;
  const ofOwn = own ? countOwn(own) : {};
  return {
    libraries: libraries.length,
    books: books.length,
    users: users.length,
    places: readings.length,
    collections: collections.length,
    readLists: readLists.length,
    listCovers: [...collections, ...readLists].filter(hasCover).length,
    finished: snapshot.finished.length,
    ratings: snapshot.ratings.length,
    wanted: snapshot.wanted.length + snapshot.wantedBooks.length,
    marks: snapshot.marks.length,
    sessions: snapshot.sessions.length,
    presets: snapshot.presets.length,
    apiKeys: snapshot.keys.length,
    seriesMetadata: series.filter(isEditedSeries).length,
    bookMetadata: books.filter(isEdited).length + (snapshot.describedCount ?? 0),
    seriesProvided: series.filter(isProvided).length,
    bookProvided: books.filter(isProvided).length,
    seriesCovers: series.filter(hasCover).length,
    bookCovers: books.filter(hasCover).length,
    sharingTags: listTagNames(snapshot).size,
    ...ofOwn,
  };
}

/** These items are read from the export during the import. */
function countOwn({ counts, settings, covers, users }: OwnRecords): Counts {
  const identities = users.reduce((sum, one) => sum + one.identities.length, 0);
  return {
    history: counts.history ?? 0,
    sessions: counts['reading-sessions'] ?? 0,
    marks: counts.annotations ?? 0,
    preferences: counts.preferences ?? 0,
    fonts: counts.fonts ?? 0,
    releases: (counts['followed-releases'] ?? 0) + (counts['release-settings'] ?? 0),
    apiKeys: (counts['api-keys'] ?? 0) + identities,
    settings: settings.length,
    otherCovers: covers.length,
  };
}
