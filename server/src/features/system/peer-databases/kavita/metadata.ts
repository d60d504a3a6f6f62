// What people have set of series and files: values with their lock. The others came from files, which are read here, too.
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { defined, groupBy, toFlag, toNumber, toText } from '../values.ts';
import { toYears } from './users.ts';

const statuses = ['ongoing', 'hiatus', 'ended', 'abandoned', 'ended'];
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

interface Described {
  edits: Record<string, unknown>;
  ageRating: number | undefined;
}

/** By the series. */
export function readSeriesMetadata(database: GivenDatabase): Map<string, Described> {
  const columns = [
    ...[
      'Id',
      'SeriesId',
      'Summary',
      'SummaryLocked',
      'AgeRating',
      'AgeRatingLocked',
      'Language',
      'LanguageLocked',
    ],
    ...['ReleaseYear', 'ReleaseYearLocked', 'PublicationStatus', 'PublicationStatusLocked'],
    ...['GenresLocked', 'TagsLocked', 'PublisherLocked', ...peopleLocks],
  ];
  const genres = readLinks(database, {
    table: 'GenreSeriesMetadata',
    owner: 'SeriesMetadatasId',
    other: 'GenresId',
    names: 'Genre',
  });
  const tags = readLinks(database, {
    table: 'SeriesMetadataTag',
    owner: 'SeriesMetadatasId',
    other: 'TagsId',
    names: 'Tag',
  });
  const peopleOf = readPeople(database, 'SeriesMetadataPeople', 'SeriesMetadataId');
  return new Map(
    database.read('SeriesMetadata', columns).map((row) => {
      const id = toText(row.Id);
      const edits = {
        summary: ifLocked(row, 'SummaryLocked', orNull(row.Summary)),
        ageRating: ifLocked(row, 'AgeRatingLocked', toYears(row.AgeRating) ?? null),
        language: ifLocked(row, 'LanguageLocked', orNull(row.Language)),
        year: ifLocked(row, 'ReleaseYearLocked', toNumber(row.ReleaseYear) || null),
        status: ifLocked(
          row,
          'PublicationStatusLocked',
          statuses[toNumber(row.PublicationStatus) ?? -1] ?? null,
        ),
        genres: ifLocked(row, 'GenresLocked', genres.get(id) ?? []),
        tags: ifLocked(row, 'TagsLocked', tags.get(id) ?? []),
        ...peopleOf(row, id),
      };
      return [toText(row.SeriesId), { edits: defined(edits), ageRating: toYears(row.AgeRating) }];
    }),
  );
}

/** Of files, by their chapter. */
export function readChapterMetadata(database: GivenDatabase): Map<string, Record<string, unknown>> {
  const columns = [
    ...['Id', 'Summary', 'SummaryLocked', 'TitleName', 'TitleNameLocked', 'ISBN', 'ISBNLocked'],
    ...['ReleaseDate', 'ReleaseDateLocked', 'Language', 'LanguageLocked'],
    ...['GenresLocked', 'TagsLocked', 'PublisherLocked', ...peopleLocks],
  ];
  const genres = readLinks(database, {
    table: 'ChapterGenre',
    owner: 'ChaptersId',
    other: 'GenresId',
    names: 'Genre',
  });
  const tags = readLinks(database, {
    table: 'ChapterTag',
    owner: 'ChaptersId',
    other: 'TagsId',
    names: 'Tag',
  });
  const peopleOf = readPeople(database, 'ChapterPeople', 'ChapterId');
  return new Map(
    database.read('Chapter', columns).map((row) => {
      const id = toText(row.Id);
      const isbn = toText(row.ISBN);
      const day = toText(row.ReleaseDate).slice(0, 10);
      const edits = {
        title: ifLocked(row, 'TitleNameLocked', orNull(row.TitleName)),
        summary: ifLocked(row, 'SummaryLocked', orNull(row.Summary)),
        isbns: ifLocked(row, 'ISBNLocked', isbn === '' ? [] : [isbn]),
        language: ifLocked(row, 'LanguageLocked', orNull(row.Language)),
        releaseDate: ifLocked(row, 'ReleaseDateLocked', day === '' || day.startsWith('0001') ? null : day),
        genres: ifLocked(row, 'GenresLocked', genres.get(id) ?? []),
        tags: ifLocked(row, 'TagsLocked', tags.get(id) ?? []),
        ...peopleOf(row, id),
      };
      return [id, defined(edits)];
    }),
  );
}
