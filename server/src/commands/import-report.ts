// What `lectern import` shows: before, what would come over; afterwards, what became of it. Names are a stranger's.
import type { ImportStage } from '@lectern/contract/imports';
import type { Outcome, Plan } from '#features/transfer/moving-in/index.ts';
import { countSnapshot } from '#features/transfer/peer-snapshots/index.ts';
import { toShownName } from './terminal.ts';

const maxListed = 50;

/** What is being done. */
export const stages: Readonly<Record<ImportStage, string>> = {
  preparing: 'Making the libraries',
  scanning: 'Scanning them',
  metadata: 'Taking over what people set of series and books',
  users: 'Taking over users',
  covers: 'Taking over covers',
  lists: 'Taking over lists',
  places: 'Taking over places in books',
  others: 'Taking over what else is theirs',
};

export function describePlan(
  { snapshot, libraries, there, rewritten, missing }: Plan,
  { knownUsers }: { knownUsers: number },
): string {
  const { program, users, books, readings, collections, readLists, leftOut } = snapshot;
  const counts = countSnapshot(snapshot);
  const covers = [...collections, ...readLists].filter(({ cover }) => cover !== undefined).length;
  const foundIds = new Set(there.map(({ book }) => book.id));
  const placesFound = readings.filter(({ bookId }) => foundIds.has(bookId)).length;
  const lines = [
    snapshot.own ? 'An export of a Lectern.' : `A database of ${program}.`,
    '',
    'Libraries',
    ...libraries.flatMap(({ theirs, roots, existing }) => [
      `  ${theirs.name}${existing ? ` is here as ${existing.name}` : ''}`,
      ...roots.map(({ from, to }) => `    ${from} -> ${to ?? 'not found; say --map'}`),
    ]),
    '',
    'What comes over',
    `  ${there.length} of ${books.length} books are there`,
    ...(rewritten.length > 0
      ? [`  ${rewritten.length} of them have another size: they were written anew`]
      : []),
    `  ${users.length} users with their passwords, rights and limits; ${knownUsers} have an account here, which stays as it is`,
    `  administrators among them: ${
      users
        .filter(({ isAdmin }) => isAdmin)
        .map(({ username }) => username)
        .join(', ') || 'nobody'
    }`,
    `  ${placesFound} of ${readings.length} places in books`,
    ...users.map(({ id, username }) =>
      describePlaces(
        username,
        readings.filter(({ userId }) => userId === id),
        foundIds,
      ),
    ),
    `  ${collections.length} collections, ${readLists.length} read lists`,
    `  ${counts.ratings} ratings, ${counts.wanted} series and books to read`,
    `  ${counts.marks} bookmarks and highlights, ${counts.sessions} reading sessions, ${counts.finished} times that books were finished, ${counts.presets} saved filters, ${counts.apiKeys} API keys`,
    `  edited metadata of ${counts.seriesMetadata} series and ${counts.bookMetadata} books`,
    `  ${counts.seriesCovers + counts.bookCovers + covers} uploaded covers`,
    `  ${counts.sharingTags} sharing tags`,
    ...(snapshot.own ? [describeOwn(snapshot.own.counts)] : []),
    '',
    'What does not',
    ...[...leftOut, ...users.flatMap(({ notes }) => notes)].map(({ message }) => `  ${message}`),
    ...listSome(missing.map(({ book }) => `not found here: ${book.path}`)),
  ];
  return `${lines.map(toShownName).join('\n')}\n`;
}

const describeOwn = (counts: Readonly<Record<string, number>>): string => {
  const one = (name: string) => counts[name] ?? 0;
  return `  ${one('history')} entries of the reading history, ${one('reading-sessions')} reading sessions, ${one('annotations')} bookmarks and highlights, ${one('preferences')} preferences, ${one('api-keys')} API keys, ${one('fonts')} fonts`;
};

function describePlaces(
  username: string,
  readings: readonly { bookId: string }[],
  found: ReadonlySet<string>,
): string {
  const there = readings.filter(({ bookId }) => found.has(bookId)).length;
  return `    ${username}: ${there} of ${readings.length}`;
}

export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const lines = [
    '',
    ...outcomes.flatMap(({ what, taken, known, notes, missing = [] }) => [
      // Books come by the scan, on the first import as on every other.
      what === 'books' ? `${what}: ${known} found here` : `${what}: ${taken} new, ${known} here before`,
      ...listSome([
        ...missing.map(({ path }) => `Not found: ${path}`),
        ...notes.map(({ message }) => message),
      ]),
    ]),
  ];
  return lines.map(toShownName).join('\n');
}

function listSome(lines: readonly string[]): string[] {
  const more = lines.length - maxListed;
  return [
    ...lines.slice(0, maxListed).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}
