// What people have set of series and files: values with their lock. The others came from files, which are read here, too.
import { defined, groupBy, toFlag, toNumber, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { toYears } from './users.ts';

/** By the number of a status. */
export const statuses = ['ongoing', 'hiatus', 'ended', 'abandoned', 'ended'];
/** Of people, by the number of their role. */
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

/** Names by the id of what they are linked to. */
function readLinks(
  database: GivenDatabase,
  { table, owner, other, names }: { table: string; owner: string; other: string; names: string },
): Map<string, string[]> {
  const titles = new Map(
    database.read(names, ['Id', 'Title']).map((row) => [toText(row.Id), toText(row.Title)]),
  );
  const links = groupBy(database.read(table, [owner, other]), owner);
  return new Map(
    [...links].map(([id, rows]) => [id, rows.flatMap((row) => titles.get(toText(row[other])) ?? [])]),
  );
}

function readPeople(database: GivenDatabase, table: string, owner: string) {
  const names = new Map(
    database.read('Person', ['Id', 'Name']).map((row) => [toText(row.Id), toText(row.Name)]),
  );
  const links = groupBy(database.read(table, [owner, 'PersonId', 'Role']), owner);
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

/** Tables of what series and files have alike, and the columns that lead there. */
interface Tables {
  genres: string;
  tags: string;
  /** In both of these. */
  linkedBy: string;
  people: string;
  peopleOf: string;
}

const alike = [
  ...['Id', 'Summary', 'SummaryLocked', 'Language', 'LanguageLocked'],
  ...['GenresLocked', 'TagsLocked', 'PublisherLocked', ...peopleLocks],
];

/** What a row of a series or of a file has of these, where it is locked. */
function readAlike(database: GivenDatabase, { linkedBy, ...tables }: Tables) {
  const genres = readLinks(database, {
    ...{ table: tables.genres, owner: linkedBy },
    ...{ other: 'GenresId', names: 'Genre' },
  });
  const tags = readLinks(database, {
    ...{ table: tables.tags, owner: linkedBy },
    ...{ other: 'TagsId', names: 'Tag' },
  });
  const peopleOf = readPeople(database, tables.people, tables.peopleOf);
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

interface Described {
  edits: Record<string, unknown>;
  ageRating: number | undefined;
}

/** By the series. */
export function readSeriesMetadata(database: GivenDatabase): Map<string, Described> {
  const columns = [
    ...alike,
    ...['SeriesId', 'AgeRating', 'AgeRatingLocked', 'ReleaseYear', 'ReleaseYearLocked'],
    ...['PublicationStatus', 'PublicationStatusLocked'],
  ];
  const alikeOf = readAlike(database, {
    genres: 'GenreSeriesMetadata',
    tags: 'SeriesMetadataTag',
    linkedBy: 'SeriesMetadatasId',
    people: 'SeriesMetadataPeople',
    peopleOf: 'SeriesMetadataId',
  });
  return new Map(
    database.read('SeriesMetadata', columns).map((row) => {
      const status = statuses[toNumber(row.PublicationStatus) ?? -1] ?? null;
      const edits = {
        ...alikeOf(row),
        ageRating: ifLocked(row, 'AgeRatingLocked', toYears(row.AgeRating) ?? null),
        year: ifLocked(row, 'ReleaseYearLocked', toNumber(row.ReleaseYear) || null),
        status: ifLocked(row, 'PublicationStatusLocked', status),
      };
      return [toText(row.SeriesId), { edits: defined(edits), ageRating: toYears(row.AgeRating) }];
    }),
  );
}

/** Of files, by their chapter. */
export function readChapterMetadata(database: GivenDatabase): Map<string, Record<string, unknown>> {
  const columns = [
    ...alike,
    ...['TitleName', 'TitleNameLocked', 'ISBN', 'ISBNLocked', 'ReleaseDate', 'ReleaseDateLocked'],
  ];
  const alikeOf = readAlike(database, {
    genres: 'ChapterGenre',
    tags: 'ChapterTag',
    linkedBy: 'ChaptersId',
    people: 'ChapterPeople',
    peopleOf: 'ChapterId',
  });
  return new Map(
    database.read('Chapter', columns).map((row) => {
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
