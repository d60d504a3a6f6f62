// The reports of `lectern import`: the plan before the import, and the outcome. Names in them are untrusted.
import type { ImportStage } from '@lectern/contract/import/imports';
import type { Outcome, Plan } from '#features/import/apply/index.ts';
import { countSnapshot } from '#features/import/snapshot/index.ts';
import { countOf, inEnglish } from './counts.ts';
import { toShownName } from './terminal.ts';

const maxListed = 50;

/** Names of the stages. */
export const stages: Readonly<Record<ImportStage, string>> = {
  preparing: 'Creating the libraries',
  scanning: 'Scanning the libraries',
  metadata: 'Importing edited metadata',
  users: 'Importing users',
  covers: 'Importing covers',
  lists: 'Importing lists',
  places: 'Importing reading positions',
  others: 'Importing other data of users',
};

export function describePlan(plan: Plan, { knownUsers }: { knownUsers: number }): string {
  const { snapshot, libraries, missing } = plan;
  const leftOut = [
    ...[...snapshot.leftOut, ...snapshot.users.flatMap(({ notes }) => notes)].map(
      ({ message }) => `  ${message}`,
    ),
    ...listSome(missing.map(({ book }) => `not found here: ${book.path}`)),
  ];
  const lines = [
    snapshot.own ? 'An export of a Lectern.' : `A database of ${snapshot.program}.`,
    '',
    'Libraries',
    ...libraries.flatMap(({ theirs, roots, existing }) => [
      `  ${theirs.name}${existing ? ` is here as ${existing.name}` : ''}`,
      ...roots.map(({ from, to }) => `    ${from} -> ${to ?? 'not found; choose its folder with --map'}`),
    ]),
    '',
    'What comes over',
    ...describeContents(plan, knownUsers),
    ...(leftOut.length === 0 ? [] : ['', 'What does not', ...leftOut]),
  ];
  return `${lines.map(toShownName).join('\n')}\n`;
}

function describeContents({ snapshot, there, rewritten }: Plan, knownUsers: number): string[] {
  const { users, books, readings, collections, readLists } = snapshot;
  const counts = countSnapshot(snapshot);
  const covers = [...collections, ...readLists].filter(({ cover }) => cover !== undefined).length;
  const foundIds = new Set(there.map(({ book }) => book.id));
  const placesFound = readings.filter(({ bookId }) => foundIds.has(bookId)).length;
  const administrators = users.filter(({ isAdmin }) => isAdmin).map(({ username }) => username);
  const known =
    knownUsers === 0 ? '' : `; ${countOf(knownUsers, 'has', 'have')} an account here, which stays unchanged`;
  return [
    `  ${ofAll(there.length, books.length, 'book')} found`,
    ...(rewritten.length > 0
      ? [`  ${countOf(rewritten.length, 'book')} with another size: the files were written again`]
      : []),
    `  ${countOf(users.length, 'user')} with password, rights and limits${known}`,
    ...(users.length === 0 ? [] : [`  administrators: ${administrators.join(', ') || 'none'}`]),
    `  ${ofAll(placesFound, readings.length, 'reading position')}`,
    ...users.map(({ id, username }) =>
      describePlaces(
        username,
        readings.filter(({ userId }) => userId === id),
        foundIds,
      ),
    ),
    `  ${countOf(collections.length, 'collection')}, ${countOf(readLists.length, 'read list')}`,
    `  ${countOf(counts.ratings, 'rating')}, ${countOf(counts.wanted, 'want-to-read entry', 'want-to-read entries')}`,
    `  ${countOf(counts.marks, 'bookmark or highlight', 'bookmarks and highlights')}, ${countOf(counts.sessions, 'reading session')}, ${countOf(counts.finished, 'finished reading')}, ${countOf(counts.presets, 'saved filter')}, ${countOf(counts.apiKeys, 'API key')}`,
    `  edited metadata of ${countOf(counts.seriesMetadata, 'series', 'series')} and ${countOf(counts.bookMetadata, 'book')}`,
    `  ${countOf(counts.seriesCovers + counts.bookCovers + covers, 'uploaded cover')}`,
    `  ${countOf(counts.sharingTags, 'sharing tag')}`,
    ...(snapshot.own ? [describeOwn(snapshot.own.counts)] : []),
  ];
}

/** `2 of 3 books`. */
const ofAll = (part: number, all: number, noun: string): string =>
  `${inEnglish(part)} of ${countOf(all, noun)}`;

const describeOwn = (counts: Readonly<Record<string, number>>): string => {
  const count = (name: string, one: string, many?: string) => countOf(counts[name] ?? 0, one, many);
  const parts = [
    count('history', 'entry of the reading history', 'entries of the reading history'),
    count('reading-sessions', 'reading session'),
    count('annotations', 'bookmark or highlight', 'bookmarks and highlights'),
    count('preferences', 'preference'),
    count('api-keys', 'API key'),
    count('fonts', 'font'),
  ];
  return `  ${parts.join(', ')}`;
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
      what === 'books' ? `${what}: ${known} found` : `${what}: ${taken} new, ${known} existing`,
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
