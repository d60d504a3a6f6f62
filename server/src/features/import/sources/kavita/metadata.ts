// User edits of series and files: locked values. Unlocked values come from files, which Lectern reads itself.
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
const ifLocked = <T>(row: GivenRow, lock: string, value: T): T | undefined =>
  toFlag(row[lock]) ? value : undefined;

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
  return (row: GivenRow, id: string) => {
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
      authors: isEdited ? authors : undefined,
      publisher: ifLocked(
        row,
        'PublisherLocked',
        people.find(({ role }) => role === publisher)?.name ?? null,
      ),
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

/** Returns the locked values that series and chapters have in common. */
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
  return (row: GivenRow) => {
    const id = toText(row.Id);
    return {
      summary: ifLocked(row, 'SummaryLocked', orNull(row.Summary)),
      language: ifLocked(row, 'LanguageLocked', orNull(row.Language)),
      genres: ifLocked(row, 'GenresLocked', genres.get(id) ?? []),
      tags: ifLocked(row, 'TagsLocked', tags.get(id) ?? []),
      ...peopleOf(row, id),
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
  ageRating: number | undefined;
}

/** Returns metadata by series id. */
export function readSeriesMetadata(database: GivenDatabase): Map<string, Described> {
  const columns = [
    ...alike,
    ...['SeriesId', 'AgeRating', 'AgeRatingLocked', 'ReleaseYear', 'ReleaseYearLocked'],
    ...['PublicationStatus', 'PublicationStatusLocked'],
  ];
  const rows = readLocked(database, 'SeriesMetadata', columns);
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
  const rated = gather(
    database,
    { table: 'SeriesMetadata', columns: ['SeriesId', 'AgeRating'] },
    (row): [string, Described][] => [
      [toText(row.SeriesId), { edits: {}, ageRating: toYears(row.AgeRating) }],
    ],
  );
  return new Map([
    ...rated,
    ...rows.map((row): [string, Described] => {
      const status = statuses[toNumber(row.PublicationStatus) ?? -1] ?? null;
      const edits = {
        ...alikeOf(row),
        ageRating: ifLocked(row, 'AgeRatingLocked', toYears(row.AgeRating) ?? null),
        year: ifLocked(row, 'ReleaseYearLocked', toNumber(row.ReleaseYear) || null),
        status: ifLocked(row, 'PublicationStatusLocked', status),
      };
      return [toText(row.SeriesId), { edits: defined(edits), ageRating: toYears(row.AgeRating) }];
    }),
  ]);
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
