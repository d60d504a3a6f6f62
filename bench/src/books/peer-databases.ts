// Databases of other servers for the files of a generated library, with a reading position in every book and the usual
// data of most books (people, genres, reading sessions, descriptions).
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  codexId,
  kavitaPassword,
  komgaPassword,
  makeCalibreDatabase,
  makeCodexDatabase,
  makeKavitaDatabase,
  makeKomgaDatabase,
} from '@lectern/server/testing';

const theirRoot = '/mnt/comics';
const readers = 20;
const day = '2026-01-02 10:00:00';
const summary = 'Somebody goes to sea, and comes home again much later than was said. '.repeat(8);

interface MediaListing {
  series: string[];
  books: { seriesIndex: number; folder: string; name: string; sizeBytes: number }[];
}

function listMedia(media: string): MediaListing {
  const series = readdirSync(media);
  const books = series.flatMap((folder, seriesIndex) =>
    readdirSync(join(media, folder)).map((name) => {
      const { size: sizeBytes } = statSync(join(media, folder, name));
      return { seriesIndex, folder, name, sizeBytes };
    }),
  );
  return { series, books };
}

const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const makers: Readonly<Record<string, (file: string, given: MediaListing) => string>> = {
  'database.sqlite': (file, { series, books }) => {
    const url = (path: string) => `file:${encodeURI(`${theirRoot}/${path}`)}`;
    const idOf = (index: number) => `0GTB9WTR8${String(index).padStart(6, '0')}`;
    return makeKomgaDatabase(file, {
      USER: each(readers, (i) => ({
        ID: `u${i}`,
        EMAIL: `reader${i}@example.com`,
        PASSWORD: komgaPassword.hash,
        SHARED_ALL_LIBRARIES: 1,
      })),
      LIBRARY: [{ ID: 'l', NAME: 'Comics', ROOT: url(''), SCAN_INTERVAL: 'DISABLED' }],
      SERIES: series.map((NAME, i) => ({ ID: `s${i}`, NAME, URL: url(`${NAME}/`), LIBRARY_ID: 'l' })),
      BOOK: books.map(({ seriesIndex, folder, name, sizeBytes }, i) => ({
        ID: idOf(i),
        URL: url(`${folder}/${name}`),
        SERIES_ID: `s${seriesIndex}`,
        LIBRARY_ID: 'l',
        FILE_SIZE: sizeBytes,
        FILE_HASH_KOREADER: i.toString(16).padStart(32, '0'),
      })),
      READ_PROGRESS: books.map((_, i) => ({
        BOOK_ID: idOf(i),
        USER_ID: `u${i % readers}`,
        PAGE: 1,
        COMPLETED: i % 2,
        READ_DATE: day,
        device_id: 'd',
        device_name: 'Phone',
      })),
    });
  },
  'kavita.db': (file, { series, books }) =>
    makeKavitaDatabase(file, {
      AspNetUsers: each(readers, (i) => ({
        Id: i + 1,
        UserName: `reader${i}`,
        Email: `reader${i}@example.com`,
        PasswordHash: kavitaPassword.hash,
        EmailConfirmed: 1,
        AgeRestriction: -1,
      })),
      Library: [{ Id: 1, Name: 'Comics', Type: 1 }],
      FolderPath: [{ LibraryId: 1, Path: theirRoot }],
      Series: series.map((Name, i) => ({ Id: i + 1, Name, LibraryId: 1 })),
      SeriesMetadata: series.map((_, i) => ({ Id: i + 1, SeriesId: i + 1, Summary: summary, AgeRating: 0 })),
      Volume: series.map((_, i) => ({ Id: i + 1, SeriesId: i + 1 })),
      Chapter: books.map(({ seriesIndex }, i) => ({
        Id: i + 1,
        VolumeId: seriesIndex + 1,
        Pages: 1,
        Summary: summary,
        SummaryLocked: 0,
      })),
      MangaFile: books.map(({ folder, name, sizeBytes }, i) => ({
        Id: i + 1,
        ChapterId: i + 1,
        FilePath: `${theirRoot}/${folder}/${name}`,
        Bytes: sizeBytes,
        Pages: 1,
        Format: 1,
      })),
      Person: each(1_000, (i) => ({ Id: i + 1, Name: `Person ${i}` })),
      ChapterPeople: books.flatMap((_, i) =>
        each(4, (n) => ({ ChapterId: i + 1, PersonId: ((i + n) % 1_000) + 1, Role: 3 + n })),
      ),
      Genre: each(50, (i) => ({ Id: i + 1, Title: `Genre ${i}` })),
      ChapterGenre: books.flatMap((_, i) =>
        each(3, (n) => ({ ChaptersId: i + 1, GenresId: ((i + n) % 50) + 1 })),
      ),
      AppUserProgresses: books.map((_, i) => ({
        AppUserId: (i % readers) + 1,
        ChapterId: i + 1,
        PagesRead: 1,
        LastModifiedUtc: day,
      })),
      AppUserReadingSession: books.map((_, i) => ({
        Id: i + 1,
        AppUserId: (i % readers) + 1,
        IsGenerated: 0,
      })),
      AppUserReadingSessionActivityData: books.map((_, i) => ({
        Id: i + 1,
        AppUserReadingSessionId: i + 1,
        ChapterId: i + 1,
        StartPage: 0,
        EndPage: 0,
        PagesRead: 1,
        StartTimeUtc: '2026-01-02 09:00:00',
        EndTimeUtc: day,
      })),
    }),
  'codex.db': (file, { series, books }) => {
    const library = 1_000;
    const firstSeries = 10_000;
    const firstBook = 1_000_000;
    const readerOf = (i: number) => codexId((i % readers) + 1);
    return makeCodexDatabase(file, {
      users: each(readers, (i) => ({
        id: codexId(i + 1),
        username: `reader${i}`,
        email: `reader${i}@example.com`,
        role: 'reader',
        is_active: 1,
        permissions: '[]',
      })),
      libraries: [
        { id: codexId(library), name: 'Comics', path: theirRoot, series_strategy: 'series_volume' },
      ],
      series: series.map((name, i) => ({ id: codexId(firstSeries + i), name })),
      books: books.map(({ seriesIndex, folder, name, sizeBytes }, i) => ({
        id: codexId(firstBook + i),
        series_id: codexId(firstSeries + seriesIndex),
        library_id: codexId(library),
        path: `${theirRoot}/${folder}/${name}`,
        file_size: sizeBytes,
      })),
      read_progress: books.map((_, i) => ({
        user_id: readerOf(i),
        book_id: codexId(firstBook + i),
        current_page: 1,
        completed: 0,
        updated_at: `${day}+00:00`,
      })),
      reading_sessions: books.map((_, i) => ({
        id: codexId(2 * firstBook + i),
        user_id: readerOf(i),
        book_id: codexId(firstBook + i),
        device_id: 'd',
        device_name: 'Phone',
        kind: 'progress',
        to_page: 1,
        pages_read: 1,
        client_started_at: '2026-01-02 09:00:00',
        client_ended_at: day,
      })),
    });
  },
  'metadata.db': (file, { series, books }) =>
    makeCalibreDatabase(file, {
      library_id: [{ id: 1, uuid: 'x' }],
      books: books.map(({ folder, name }, i) => ({
        id: i + 1,
        title: name,
        sort: name,
        pubdate: day,
        series_index: i % 20,
        path: folder,
        last_modified: day,
      })),
      data: books.map(({ name, sizeBytes }, i) => ({
        book: i + 1,
        format: 'CBZ',
        uncompressed_size: sizeBytes,
        name: name.replace(/\.cbz$/, ''),
      })),
      series: series.map((name, i) => ({ id: i + 1, name })),
      books_series_link: books.map(({ seriesIndex }, i) => ({ book: i + 1, series: seriesIndex + 1 })),
      tags: each(50, (i) => ({ id: i + 1, name: `Tag ${i}` })),
      books_tags_link: books.flatMap((_, i) =>
        each(3, (n) => ({ id: 3 * i + n, book: i + 1, tag: ((i + n) % 50) + 1 })),
      ),
      authors: each(1_000, (i) => ({ id: i + 1, name: `Person ${i}` })),
      books_authors_link: books.map((_, i) => ({ id: i, book: i + 1, author: (i % 1_000) + 1 })),
      comments: books.map((_, i) => ({ book: i + 1, text: `<p>${summary}</p>` })),
      last_read_positions: books.map((_, i) => ({
        book: i + 1,
        format: 'CBZ',
        user: `reader${i % readers}`,
        device: 'Phone',
        cfi: 'epubcfi(/2/4)',
        epoch: 1_767_312_000,
        pos_frac: 0.5,
      })),
    }),
};

/** By the file name of each program's database: the root folder of its books, and the function that makes it. */
export const peerDatabases = Object.entries(makers).map(([name, make]) => ({
  name,
  rootOf: (file: string) => (name === 'metadata.db' ? dirname(file) : theirRoot),
  make: (file: string, media: string) => make(file, listMedia(media)),
}));
