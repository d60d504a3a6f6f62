// Counts the contents of a snapshot.
import type { ImportKind } from '@lectern/contract/import/imports';
import type { Snapshot } from './snapshot.ts';

/** Number of items per kind, with the keys of the plan. */
export function countSnapshot(snapshot: Snapshot) {
  const { users, libraries, series, books, readings, collections, readLists } = snapshot;
  const isEdited = ({ edits }: { edits: object }) => Object.keys(edits).length > 0;
  const hasCover = ({ cover }: { cover: unknown }) => cover !== undefined;
  return {
    libraries: libraries.length,
    books: books.length,
    users: users.length,
    places: readings.length,
    collections: collections.length,
    readLists: readLists.length,
    finished: snapshot.finished.length,
    ratings: snapshot.ratings.length,
    wanted: snapshot.wanted.length + snapshot.wantedBooks.length,
    marks: snapshot.marks.length,
    sessions: snapshot.sessions.length,
    presets: snapshot.presets.length,
    apiKeys: snapshot.keys.length,
    seriesMetadata: series.filter(isEdited).length,
    bookMetadata: books.filter(isEdited).length,
    seriesCovers: series.filter(hasCover).length,
    bookCovers: books.filter(hasCover).length,
    sharingTags: new Set(series.flatMap(({ sharingTags }) => sharingTags)).size,
  } satisfies Partial<Record<ImportKind, number>>;
}
