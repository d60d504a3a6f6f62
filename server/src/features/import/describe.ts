// Converts the plan and the outcome of an import for the API.
import type { ImportOutcome, ImportPlan } from '@lectern/contract/import/imports';
import type { Outcome, Plan } from '#features/import/apply/index.ts';
import { countSnapshot } from '#features/import/snapshot/index.ts';
import { reason } from '#infrastructure/errors.ts';

const maxUsers = 500;
const maxNotes = 200;
const maxMissing = 100_000;

export interface Missing {
  path: string;
  library: string;
}

export function describePlan(plan: Plan, knownUsers: ReadonlySet<string>): ImportPlan {
  const { snapshot, libraries, there, rewritten } = plan;
  const found = new Set(there.map(({ book }) => book.id));
  const booksOf = Map.groupBy(snapshot.books, ({ libraryId }) => libraryId);
  const placesOf = Map.groupBy(snapshot.readings, ({ userId }) => userId);
  const isFound = ({ bookId }: { bookId: string }) => found.has(bookId);
  return {
    libraries: libraries.map(({ theirs, roots, existing }) => {
      const books = booksOf.get(theirs.id) ?? [];
      return {
        name: theirs.name,
        existing: existing ? { id: existing.id, name: existing.name } : null,
        roots: roots.map(({ from, to }) => ({ from, to: to ?? null })),
        books: books.length,
        booksFound: books.filter(({ id }) => found.has(id)).length,
      };
    }),
    users: snapshot.users.slice(0, maxUsers).map(({ id, username, isAdmin, notes }) => {
      const places = placesOf.get(id) ?? [];
      return {
        username,
        isAdmin,
        isKnown: knownUsers.has(id),
        notes: [...notes],
        places: places.length,
        placesFound: places.filter(isFound).length,
      };
    }),
    counts: countSnapshot(snapshot),
    books: snapshot.books.length,
    booksFound: there.length,
    booksRewritten: rewritten.length,
    places: snapshot.readings.length,
    placesFound: snapshot.readings.filter(isFound).length,
    leftOut: snapshot.leftOut.map((one) => ({ ...one })),
    // Without books, only users would be imported.
    obstacle: snapshot.books.length > 0 && there.length === 0 ? reason('import_no_books') : null,
  };
}

export function listMissing(
  { snapshot }: Plan,
  books: readonly { path: string; libraryId: string }[],
): Missing[] {
  const names = new Map(snapshot.libraries.map(({ id, name }) => [id, name]));
  return books
    .slice(0, maxMissing)
    .map(({ path, libraryId }) => ({ path, library: names.get(libraryId) ?? '' }));
}

/** Missing books are reported separately from notes. */
export const describeOutcome = ({ kind, taken, known, lost, notes, missing }: Outcome): ImportOutcome => ({
  kind,
  taken,
  known,
  lost,
  notes: missing ? [] : notes.slice(0, maxNotes),
  noteCount: missing ? missing.length : notes.length,
});
