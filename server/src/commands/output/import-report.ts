// The reports of `lectern import`: the plan, the progress, and the result. Names in them are untrusted.
import type { ImportDto, ImportKind, ImportStage } from '@lectern/contract/import/imports';
import { keysOf } from '@lectern/contract/records';
import { countOf, inEnglish } from './counts.ts';
import { emptyLine, type Terminal, toShownName } from './terminal.ts';

/** Number of missing books and notes that are listed. */
export const maxListed = 50;

interface MissingBooks {
  rows: readonly { path: string }[];
  total: number;
}

const kinds: Readonly<Record<ImportKind, string>> = {
  libraries: 'libraries',
  books: 'books',
  users: 'users',
  sharingTags: 'sharing tags',
  seriesMetadata: 'series with edited metadata',
  bookMetadata: 'books with edited metadata',
  seriesProvided: 'series with other metadata',
  bookProvided: 'books with other metadata',
  seriesCovers: 'covers of series',
  bookCovers: 'covers of books',
  collections: 'collections',
  readLists: 'read lists',
  finished: 'completion times',
  places: 'reading positions',
  ratings: 'ratings',
  wanted: 'want-to-read entries',
  marks: 'bookmarks and highlights',
  sessions: 'reading sessions',
  presets: 'saved filters',
  apiKeys: 'API keys',
  history: 'reading history entries',
  otherCovers: 'additional covers',
  listCovers: 'covers of lists',
  settings: 'settings',
  preferences: 'preferences',
  fonts: 'user fonts',
  releases: 'followed releases',
};

const stages: Readonly<Record<ImportStage, string>> = {
  preparing: 'Creating the libraries',
  scanning: 'Scanning the libraries',
  metadata: 'Importing edited metadata',
  users: 'Importing users',
  covers: 'Importing covers',
  lists: 'Importing lists',
  places: 'Importing reading positions',
  others: 'Importing other data of users',
};

export function describePlan({ program, plan }: ImportDto, missing: MissingBooks): string {
  const notes = [...plan.leftOut, ...plan.users.flatMap((user) => user.notes)];
  const leftOut = [...notes.map(({ message }) => `  ${message}`), ...listMissing(missing)];
  const lines = [
    program === 'Lectern' ? 'An export of a Lectern.' : `A database of ${program}.`,
    '',
    'Libraries',
    ...plan.libraries.flatMap(({ name, roots, existing }) => [
      `  ${name}${existing ? ` exists as ${existing.name}` : ''}`,
      ...roots.map(({ from, to }) => `    ${from} -> ${to ?? 'not found; choose its folder with --map'}`),
    ]),
    '',
    'Imported data',
    ...describeContents(plan),
    ...(leftOut.length === 0 ? [] : ['', 'Data that cannot be imported', ...leftOut]),
  ];
  return `${lines.map(toShownName).join('\n')}\n`;
}

function describeContents(plan: ImportDto['plan']): string[] {
  const { counts, users } = plan;
  const administrators = users.filter(({ isAdmin }) => isAdmin).map(({ username }) => username);
  const known = users.filter(({ isKnown }) => isKnown).length;
  return [
    `  ${ofAll(plan.booksFound, plan.books, 'book')} found`,
    ...(plan.booksRewritten > 0
      ? [`  ${countOf(plan.booksRewritten, 'book')} with another size: the files were changed`]
      : []),
    `  ${ofAll(plan.placesFound, plan.places, 'reading position')}`,
    ...users.map(({ username, places, placesFound }) => `    ${username}: ${placesFound} of ${places}`),
    ...(users.length === 0 ? [] : [`  administrators: ${administrators.join(', ') || 'none'}`]),
    ...(known > 0 ? [`  ${countOf(known, 'user')} with an existing account, which stays unchanged`] : []),
    ...keysOf(counts).flatMap((kind) =>
      counts[kind] && kind !== 'books' && kind !== 'places'
        ? [`  ${kinds[kind]}: ${inEnglish(counts[kind])}`]
        : [],
    ),
  ];
}

/** `2 of 3 books`. */
const ofAll = (part: number, all: number, noun: string): string =>
  `${inEnglish(part)} of ${countOf(all, noun)}`;

export function describeOutcomes({ outcomes }: ImportDto, missing: MissingBooks): string {
  const lines = (outcomes ?? []).flatMap(({ kind, taken, known, lost, notes, noteCount }) => [
    // The scan adds books, in the first import as in every other.
    kind === 'books'
      ? `books: ${inEnglish(known)} found`
      : `${kinds[kind]}: ${inEnglish(taken)} new, ${inEnglish(known)} existing${
          lost > 0 ? `, ${inEnglish(lost)} not imported` : ''
        }`,
    ...(kind === 'books'
      ? listMissing(missing)
      : listSome(
          notes.map(({ message }) => message),
          noteCount,
        )),
  ]);
  return ['', ...lines].map(toShownName).join('\n');
}

const listMissing = ({ rows, total }: MissingBooks): string[] =>
  listSome(
    rows.map(({ path }) => `Not found: ${path}`),
    total,
  );

function listSome(lines: readonly string[], total: number): string[] {
  const listed = lines.slice(0, maxListed);
  const more = total - listed.length;
  return [...listed.map((line) => `  ${line}`), ...(more > 0 ? [`  … and ${inEnglish(more)} more`] : [])];
}

/** Writes each stage on a line. In a terminal, the line also counts the completed items. */
export function createProgress(output: Terminal) {
  let shown: ImportStage | undefined;
  const end = () => {
    if (shown !== undefined && output.isTTY) output.write('\n');
    shown = undefined;
  };
  return {
    show(progress: ImportDto['progress']): void {
      if (!progress) return;
      const { stage, current, total } = progress;
      if (!output.isTTY) {
        if (stage !== shown) output.write(`${stages[stage]}\n`);
      } else {
        if (stage !== shown) end();
        const counts = total > 0 ? `: ${inEnglish(current)} of ${inEnglish(total)}` : '';
        output.write(`${emptyLine}${stages[stage]}${counts}`);
      }
      shown = stage;
    },
    end,
  };
}
