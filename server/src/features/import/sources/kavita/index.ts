// Reads Kavita 0.8 to 0.9.
import { fileFormats } from '@lectern/contract/values';
import {
  createPool,
  defined,
  gather,
  groupBy,
  listTexts,
  nothing,
  PeerRefused,
  type Snapshot,
  sortBy,
  type TheirCompletion,
  type TheirLibrary,
  type TheirList,
  type TheirRating,
  type TheirReading,
  type TheirSeries,
  toEarlierCompletions,
  toFlag,
  toMs,
  toNumber,
  toSourceId,
  toText,
  trimSlashes,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';
import { readChosenCovers } from './covers.ts';
import { type File, type Files, findFile, listFolderLibraries, readFiles } from './files.ts';
import { readFilters } from './filters.ts';
import { listLeftOut } from './left-out.ts';
import { readMarks } from './marks.ts';
import { filled, readSeriesMetadata } from './metadata.ts';
import { readSessions } from './sessions.ts';
import { toSpot } from './spots.ts';
import { readUsers } from './users.ts';

export const isKavita = (database: GivenDatabase): boolean =>
  database.has('__EFMigrationsHistory') && database.has('AppUserProgresses') && database.has('MangaFile');

export function readKavita(database: GivenDatabase): Snapshot {
  checkVersion(database);
  const { users, invitations } = readUsers(database);
  const files = readFiles(database);
  const byChapter = Map.groupBy(files, ({ chapterId }) => chapterId);
  return {
    ...nothing,
    program: 'Kavita',
    source: readSource(database),
    users,
    libraries: readLibraries(database, files),
    series: readSeries(database),
    books: files.map(({ book }) => book),
    ...readReadings(database, byChapter),
    sessions: readSessions(database, byChapter),
    marks: readMarks(database, byChapter),
    presets: readFilters(database),
    collections: readCollections(database),
    readLists: readLists(database, files),
    ratings: readRatings(database),
    wanted: sortBy(database.read('AppUserWantToRead', ['Id', 'AppUserId', 'SeriesId']), 'Id').map((row) => ({
      userId: toText(row.AppUserId),
      seriesId: toText(row.SeriesId),
      addedAtMs: undefined,
    })),
    leftOut: listLeftOut(database, invitations),
  };
}

const installationId = 10;
const installedVersion = 11;

/** Ids are numbers, so another server has the same ones. The first account identifies a server without an id. */
function readSource(database: GivenDatabase): string {
  const [setting] = database.read('ServerSetting', ['Value'], { Key: installationId });
  const [first] = sortBy(database.read('AspNetUsers', ['Id', 'UserName', 'Created']), 'Id');
  return setting
    ? toSourceId('Kavita', setting.Value)
    : toSourceId('Kavita', first?.UserName, first?.Created);
}

function checkVersion(database: GivenDatabase): void {
  const [row] = database.read('ServerSetting', ['Value'], { Key: installedVersion });
  const version = toText(row?.Value);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 0 && minor < 8)
    throw new PeerRefused(reason('import_too_old', { program: 'Kavita', oldest: '0.8' }));
  if (major > 0 || minor > 9)
    throw new PeerRefused(reason('import_too_new', { program: 'Kavita', newest: '0.9', version }));
}

/** Library types for books and light novels, whose series are defined by metadata. */
const textTypes = [2, 4];

function readLibraries(database: GivenDatabase, files: readonly File[]): TheirLibrary[] {
  const roots = groupBy(database.read('FolderPath', ['LibraryId', 'Path']), 'LibraryId');
  const patterns = groupBy(database.read('LibraryExcludePattern', ['LibraryId', 'Pattern']), 'LibraryId');
  const withFolders = listFolderLibraries(files);
  return database.read('Library', ['Id', 'Name', 'Type', 'FolderWatching']).map((row) => {
    const id = toText(row.Id);
    return {
      id,
      name: toText(row.Name),
      roots: listTexts(roots, id, 'Path').map(trimSlashes),
      settings: {
        excludedPatterns: listTexts(patterns, id, 'Pattern'),
        cronSchedule: null,
        seriesStrategy: textTypes.includes(toNumber(row.Type) ?? -1) ? 'flat' : 'series_volume',
        ...(withFolders.has(id) && { allowedFormats: [...fileFormats] }),
      },
    };
  });
}

/** Columns with ids of other services. 0 and an empty text mean none. */
const externalIds = [
  ['AniListId', 'anilist'],
  ['MalId', 'myanimelist'],
  ['HardcoverId', 'hardcover'],
  ['MetronId', 'metron'],
  ['ComicVineId', 'comicvine'],
  ['MangaBakaId', 'mangabaka'],
] as const;

const readExternalIds = (row: GivenRow) =>
  externalIds.flatMap(([column, source]) => {
    const externalId = toText(row[column]);
    return externalId === '' || externalId === '0' ? [] : [{ source, externalId }];
  });

function readSeries(database: GivenDatabase): TheirSeries[] {
  const metadata = readSeriesMetadata(database);
  const covers = readChosenCovers(database, 'Series');
  const columns = [
    ...['Id', 'Name', 'SortName', 'SortNameLocked', 'LocalizedName', 'LocalizedNameLocked'],
    ...externalIds.map(([column]) => column),
  ];
  return database.read('Series', columns).map((row) => {
    const id = toText(row.Id);
    const known = metadata.get(id);
    const localized = toText(row.LocalizedName);
    const names = {
      titleSort: toFlag(row.SortNameLocked) ? toText(row.SortName) || null : undefined,
      alternateTitles:
        toFlag(row.LocalizedNameLocked) && localized !== '' ? [{ label: '', title: localized }] : undefined,
    };
    return {
      id,
      title: toText(row.Name),
      known: {},
      edits: { ...known?.edits, ...defined(names) },
      provided: {
        ...known?.provided,
        ...filled({
          alternateTitles:
            toFlag(row.LocalizedNameLocked) || localized === '' || localized === toText(row.Name)
              ? undefined
              : [{ label: '', title: localized }],
          externalIds: readExternalIds(row),
        }),
      },
      ageRating: known?.ageRating,
      sharingTags: [],
      cover: covers.get(id),
    };
  });
}

/** Positions, and completions before the last one, of which Kavita stores only the number. */
function readReadings(
  database: GivenDatabase,
  files: Files,
): { readings: TheirReading[]; finished: TheirCompletion[] } {
  const columns = [
    ...['AppUserId', 'ChapterId', 'PagesRead', 'BookScrollId', 'LastModified', 'LastModifiedUtc'],
    ...['Created', 'CreatedUtc', 'TotalReads'],
  ];
  const furthest = new Map<string, number>();
  const pagesOf = (row: GivenRow) => toNumber(row.PagesRead) ?? 0;
  const keyOf = (row: GivenRow) => `${toText(row.AppUserId)} ${toText(row.ChapterId)}`;
  // Older databases have several rows per chapter. The highest page is used.
  for (const row of database.each('AppUserProgresses', columns))
    furthest.set(keyOf(row), Math.max(furthest.get(keyOf(row)) ?? 0, pagesOf(row)));
  const share = createPool();
  const finished: TheirCompletion[] = [];
  const readings = gather(database, { table: 'AppUserProgresses', columns }, (row) => {
    if (furthest.get(keyOf(row)) !== pagesOf(row)) return [];
    furthest.delete(keyOf(row));
    const found = toReadings(row, files.get(toText(row.ChapterId)) ?? []).map(share);
    const times = toNumber(row.TotalReads) ?? 0;
    // The number counts completed reads, and does not include a read in progress.
    for (const one of found) finished.push(...toEarlierCompletions(one, one.completed ? times : times + 1));
    return found;
  });
  return { readings, finished };
}

/** Kavita counts pages from 0 across all files of a chapter. 0 means not started. */
function toReadings(row: GivenRow, files: readonly File[]): TheirReading[] {
  const read = toNumber(row.PagesRead) ?? 0;
  const readAtMs = toMs(row.LastModifiedUtc) ?? toMs(row.LastModified);
  const total = files.reduce((sum, { pages }) => sum + pages, 0);
  if (read <= 0 || total <= 0 || readAtMs === undefined) return [];
  const common = {
    userId: toText(row.AppUserId),
    readAtMs,
    startedAtMs: toMs(row.CreatedUtc) ?? toMs(row.Created),
    device: undefined,
    spot: undefined,
    locator: undefined,
    share: undefined,
    spineIndex: undefined,
  };
  if (read >= total)
    return files.map(({ book, pages }) => ({
      ...common,
      bookId: book.id,
      page: Math.max(1, pages),
      completed: true,
    }));
  const found = findFile(files, read);
  if (found === undefined) return [];
  const { file, page: index } = found;
  return [
    {
      ...common,
      bookId: file.book.id,
      // Kavita's PDF reader counts pages from 1.
      page: Math.max(1, file.isPdf ? index : index + 1),
      completed: false,
      ...(file.isText && { spineIndex: index, spot: toSpot(toText(row.BookScrollId)) }),
    },
  ];
}

/** Public collections only, because lists have no owners in Lectern. */
function readCollections(database: GivenDatabase): TheirList[] {
  const members = groupBy(
    database.read('AppUserCollectionSeries', ['CollectionsId', 'ItemsId']),
    'CollectionsId',
  );
  const covers = readChosenCovers(database, 'AppUserCollection');
  return database.read('AppUserCollection', ['Id', 'Title', 'Summary'], { Promoted: 1 }).map((row) => ({
    id: toText(row.Id),
    name: toText(row.Title),
    summary: toText(row.Summary) || null,
    ordered: false,
    condition: undefined,
    memberIds: listTexts(members, toText(row.Id), 'ItemsId'),
    cover: covers.get(toText(row.Id)),
  }));
}

function readLists(database: GivenDatabase, files: readonly File[]): TheirList[] {
  const firstOf = new Map(files.toReversed().map(({ chapterId, book }) => [chapterId, book.id]));
  const items = groupBy(
    database.read('ReadingListItem', ['ReadingListId', 'ChapterId', 'Order']),
    'ReadingListId',
  );
  const covers = readChosenCovers(database, 'ReadingList');
  return database.read('ReadingList', ['Id', 'Title', 'Summary'], { Promoted: 1 }).map((row) => ({
    id: toText(row.Id),
    name: toText(row.Title),
    summary: toText(row.Summary) || null,
    ordered: true,
    condition: undefined,
    memberIds: sortBy(items.get(toText(row.Id)) ?? [], 'Order').map((item) => {
      const chapterId = toText(item.ChapterId);
      return firstOf.get(chapterId) ?? `chapter ${chapterId}`;
    }),
    cover: covers.get(toText(row.Id)),
  }));
}

/** 0 to 5 stars in half steps. A review without stars is not a rating. */
function readRatings(database: GivenDatabase): TheirRating[] {
  return database.read('AppUserRating', ['AppUserId', 'SeriesId', 'Rating', 'Review']).flatMap((row) => {
    const stars = toNumber(row.Rating) ?? 0;
    if (stars <= 0 || stars > 5) return [];
    return {
      userId: toText(row.AppUserId),
      seriesId: toText(row.SeriesId),
      rating: Math.max(1, Math.round(stars * 20)),
      notes: toText(row.Review) || null,
    };
  });
}
