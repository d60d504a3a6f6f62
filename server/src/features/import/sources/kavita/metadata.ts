// Metadata of series and files. Locked values are user edits. Unlocked values of series come from files, which
// Lectern reads itself, or from tools.
import {
  defined,
  gather,
  groupBy,
  readTextLists,
  readTexts,
  toFlag,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { toYears } from './users.ts';

/** By status code. */
export const statuses = ['ongoing', 'hiatus', 'ended', 'abandoned', 'ended'];
/** By role code. */
const authorRoles: Readonly<Record<number, [role: string, lock: string]>> = {
  3: ['writer', 'WriterLocked'],
  4: ['penciller', 'PencillerLocked'],
  5: ['inker', 'InkerLocked'],
  6: ['colorist', 'ColoristLocked'],
  7: ['letterer', 'LettererLocked'],
  8: ['cover_artist', 'CoverArtistLocked'],
  9: ['editor', 'EditorLocked'],
  12: ['translator', 'TranslatorLocked'],
};
const publisher = 10;
const peopleLocks = Object.values(authorRoles).map(([, lock]) => lock);

const orNull = (value: unknown): string | null => toText(value) || null;
/** Returns the value if its lock has the wanted state. */
type Choose = <T>(row: GivenRow, lock: string, value: T) => T | undefined;
const ifLocked: Choose = (row, lock, value) => (toFlag(row[lock]) ? value : undefined);
const unlessLocked: Choose = (row, lock, value) => (toFlag(row[lock]) ? undefined : value);

type RequestedIds = ReadonlySet<string>;

/** Returns names of linked entities for the requested ids. */
function readLinks(
  database: GivenDatabase,
  { table, owner, other, names }: { table: string; owner: string; other: string; names: string },
  wanted: RequestedIds,
): Map<string, string[]> {
  const titles = readTexts(database, { table: names, key: 'Id', value: 'Title' });
  const links = readTextLists(database, { table, key: owner, value: other }, wanted);
  return new Map([...links].map(([id, others]) => [id, others.flatMap((one) => titles.get(one) ?? [])]));
}

function readPeople(
  database: GivenDatabase,
  { table, owner }: { table: string; owner: string },
  wanted: RequestedIds,
) {
  const names = readTexts(database, { table: 'Person', key: 'Id', value: 'Name' });
  const columns = [owner, 'PersonId', 'Role'];
  const rows = gather(database, { table, columns }, (row) => (wanted.has(toText(row[owner])) ? [row] : []));
  const links = groupBy(rows, owner);
  return (row: GivenRow, id: string, choose: Choose) => {
    const people = (links.get(id) ?? []).map((link) => ({
      role: toNumber(link.Role) ?? -1,
      name: names.get(toText(link.PersonId)) ?? '',
    }));
    const isEdited = peopleLocks.some((lock) => toFlag(row[lock]));
    const authors = people.flatMap(({ role, name }) => {
      const known = authorRoles[role];
      return known && name !== '' ? [{ name, role: known[0] }] : [];
    });
    return {
      authors: isEdited === (choose === ifLocked) ? authors : undefined,
      publisher: choose(row, 'PublisherLocked', people.find(({ role }) => role === publisher)?.name ?? null),
    };
  };
}

/** Tables that series and chapters share, and the columns that link to them. */
interface Tables {
  genres: string;
  tags: string;
  /** Column name in both link tables. */
  linkedBy: string;
  people: string;
  peopleOf: string;
}

const alike = [
  ...['Id', 'Summary', 'SummaryLocked', 'Language', 'LanguageLocked'],
  ...['GenresLocked', 'TagsLocked', 'PublisherLocked', ...peopleLocks],
];

/** Returns the values that series and chapters have in common. */
function readAlike(database: GivenDatabase, { linkedBy, ...tables }: Tables, rows: readonly GivenRow[]) {
  const wanted = new Set(rows.map((row) => toText(row.Id)));
  const link = { owner: linkedBy };
  const genres = readLinks(
    database,
    { ...link, table: tables.genres, other: 'GenresId', names: 'Genre' },
    wanted,
  );
  const tags = readLinks(database, { ...link, table: tables.tags, other: 'TagsId', names: 'Tag' }, wanted);
  const peopleOf = readPeople(database, { table: tables.people, owner: tables.peopleOf }, wanted);
  return (row: GivenRow, choose: Choose = ifLocked) => {
    const id = toText(row.Id);
    return {
      summary: choose(row, 'SummaryLocked', orNull(row.Summary)),
      language: choose(row, 'LanguageLocked', orNull(row.Language)),
      genres: choose(row, 'GenresLocked', genres.get(id) ?? []),
      tags: choose(row, 'TagsLocked', tags.get(id) ?? []),
      ...peopleOf(row, id, choose),
    };
  };
}

/** Reads only rows with a lock. Most rows of these large tables have none. */
const readLocked = (database: GivenDatabase, table: string, columns: readonly string[]): GivenRow[] => {
  const locks = columns.filter((column) => column.endsWith('Locked'));
  return gather(database, { table, columns }, (row) =>
    locks.some((lock) => toFlag(row[lock])) ? [row] : [],
  );
};

interface Described {
  edits: Record<string, unknown>;
  provided: Record<string, unknown>;
  ageRating: number | undefined;
}

/** Returns metadata by series id. */
export function readSeriesMetadata(database: GivenDatabase): Map<string, Described> {
  const columns = [
    ...alike,
    ...['SeriesId', 'AgeRating', 'AgeRatingLocked', 'ReleaseYear', 'ReleaseYearLocked'],
    ...['PublicationStatus', 'PublicationStatusLocked', 'WebLinks'],
  ];
  const rows = gather(database, { table: 'SeriesMetadata', columns }, (row) => [row]);
  const alikeOf = readAlike(
    database,
    {
      genres: 'GenreSeriesMetadata',
      tags: 'SeriesMetadataTag',
      linkedBy: 'SeriesMetadatasId',
      people: 'SeriesMetadataPeople',
      peopleOf: 'SeriesMetadataId',
    },
    rows,
  );
  return new Map(
    rows.map((row): [string, Described] => {
      const ageRating = toYears(row.AgeRating);
      const code = toNumber(row.PublicationStatus) ?? -1;
      const valuesOf = (choose: Choose) => ({
        ...alikeOf(row, choose),
        year: choose(row, 'ReleaseYearLocked', toNumber(row.ReleaseYear) || null),
        status: choose(row, 'PublicationStatusLocked', statuses[code] ?? null),
      });
      const { status, ...others } = valuesOf(unlessLocked);
      const provided = {
        ...others,
        // Kavita uses the first status for series whose length it does not know.
        ...(code > 0 && { status }),
        externalLinks: readWebLinks(row.WebLinks),
      };
      const edits = { ...valuesOf(ifLocked), ageRating: ifLocked(row, 'AgeRatingLocked', ageRating ?? null) };
      return [toText(row.SeriesId), { edits: defined(edits), provided: filled(provided), ageRating }];
    }),
  );
}

/** Removes empty values. */
export const filled = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

const maxLinks = 100;

function readWebLinks(value: unknown): { sourceName: string; url: string }[] {
  return toText(value)
    .split(',', maxLinks)
    .flatMap((part) => {
      const url = part.trim();
      const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
      return host === '' ? [] : [{ sourceName: host, url }];
    });
}

/** Returns file edits by chapter id. */
export function readChapterMetadata(database: GivenDatabase): Map<string, Record<string, unknown>> {
  const columns = [
    ...alike,
    ...['TitleName', 'TitleNameLocked', 'ISBN', 'ISBNLocked', 'ReleaseDate', 'ReleaseDateLocked'],
  ];
  const rows = readLocked(database, 'Chapter', columns);
  const alikeOf = readAlike(
    database,
    {
      genres: 'ChapterGenre',
      tags: 'ChapterTag',
      linkedBy: 'ChaptersId',
      people: 'ChapterPeople',
      peopleOf: 'ChapterId',
    },
    rows,
  );
  return new Map(
    rows.map((row) => {
      const isbn = toText(row.ISBN);
      const day = toText(row.ReleaseDate).slice(0, 10);
      const edits = {
        ...alikeOf(row),
        title: ifLocked(row, 'TitleNameLocked', orNull(row.TitleName)),
        isbns: ifLocked(row, 'ISBNLocked', isbn === '' ? [] : [isbn]),
        releaseDate: ifLocked(row, 'ReleaseDateLocked', day === '' || day.startsWith('0001') ? null : day),
      };
      return [toText(row.Id), defined(edits)];
    }),
  );
}
