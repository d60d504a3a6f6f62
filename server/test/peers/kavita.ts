// Generates Kavita databases with the tables and columns that the import reads.
import { fillDatabase, type PeerRows } from './fill.ts';

const tables = `
  create table __EFMigrationsHistory (MigrationId text);
  create table ServerSetting (Key integer, Value text);
  create table AspNetUsers (Id integer, UserName text, Email text, PasswordHash text, EmailConfirmed integer,
    ConfirmationToken text, AgeRestriction integer, AgeRestrictionIncludeUnknowns integer);
  create table AspNetRoles (Id integer, Name text);
  create table AspNetUserRoles (UserId integer, RoleId integer);
  create table AppUserLibrary (AppUsersId integer, LibrariesId integer);
  create table Library (Id integer, Name text, Type integer);
  create table FolderPath (LibraryId integer, Path text);
  create table LibraryExcludePattern (LibraryId integer, Pattern text);
  create table Series (Id integer, Name text, LibraryId integer);
  create table SeriesMetadata (Id integer, SeriesId integer, Summary text, SummaryLocked integer, AgeRating integer);
  create table Volume (Id integer, SeriesId integer);
  create table Chapter (Id integer, VolumeId integer, Pages integer, Summary text, SummaryLocked integer);
  create table Person (Id integer, Name text);
  create table ChapterPeople (ChapterId integer, PersonId integer, Role integer);
  create table Genre (Id integer, Title text);
  create table ChapterGenre (ChaptersId integer, GenresId integer);
  create table AppUserReadingProfiles (Id integer, AppUserId integer, Kind integer);
  create table AppUserReadingSession (Id integer, AppUserId integer, IsGenerated integer);
  create table AppUserReadingSessionActivityData (Id integer, AppUserReadingSessionId integer, ChapterId integer,
    StartPage integer, EndPage integer, PagesRead integer, StartTimeUtc text, EndTimeUtc text);
  create table MangaFile (Id integer, ChapterId integer, FilePath text, Bytes integer, Pages integer, Format integer);
  create table AppUserProgresses (AppUserId integer, ChapterId integer, PagesRead integer, BookScrollId text,
    LastModified text, LastModifiedUtc text);
  create table AppUserRating (AppUserId integer, SeriesId integer, Rating real, Review text);
  create table AppUserWantToRead (AppUserId integer, SeriesId integer);
  create table ReadingList (Id integer, Title text, Summary text, Promoted integer);
  create table ReadingListItem (ReadingListId integer, ChapterId integer, "Order" integer);`;

/** ASP.NET Identity 2 hash of `Grüße 1`, computed with OpenSSL. */
export const kavitaPassword = {
  typed: 'Grüße 1',
  hash: 'AAABAgMEBQYHCAkKCwwNDg+kMhk8j6IfQBI8rjcPKdRQvXsmjMsMsLzGU/4WdJUhmg==',
};

export const makeKavitaDatabase = (
  file: string,
  rows: PeerRows,
  { version = '0.9.0.2' }: { version?: string } = {},
): string => {
  // Databases with different first users belong to different servers.
  const settings = [
    { Key: 10, Value: String(rows.AspNetUsers?.[0]?.UserName) },
    { Key: 11, Value: version },
  ];
  return fillDatabase(file, tables, { ServerSetting: settings, ...rows });
};

/** A library with one series: two files of one chapter, and one file of another. Names end with the mark. */
export function aSmallKavita(
  { root, mark }: { root: string; mark: string },
  sizes: readonly [number, number, number],
): PeerRows {
  const user = (Id: number, name: string) => ({
    Id,
    UserName: `${name}-${mark}`,
    Email: `${name}-${mark}@example.com`,
    PasswordHash: kavitaPassword.hash,
    EmailConfirmed: 1,
    AgeRestriction: -1,
  });
  return {
    AspNetUsers: [
      user(1, 'chief'),
      user(2, 'ben'),
      user(3, 'none'),
      { ...user(4, 'young'), AgeRestriction: 8 },
      { ...user(5, 'asked'), PasswordHash: null, EmailConfirmed: 0, ConfirmationToken: 'x' },
    ],
    AspNetRoles: [
      { Id: 1, Name: 'Admin' },
      { Id: 2, Name: 'Login' },
      { Id: 3, Name: 'Download' },
    ],
    AspNetUserRoles: [
      { UserId: 1, RoleId: 1 },
      { UserId: 2, RoleId: 2 },
      { UserId: 2, RoleId: 3 },
      { UserId: 3, RoleId: 2 },
      { UserId: 4, RoleId: 2 },
    ],
    AppUserLibrary: [
      { AppUsersId: 2, LibrariesId: 1 },
      { AppUsersId: 4, LibrariesId: 1 },
    ],
    AppUserReadingProfiles: [
      { Id: 1, AppUserId: 2, Kind: 0 },
      { Id: 2, AppUserId: 2, Kind: 2 },
    ],
    Library: [{ Id: 1, Name: `Manga ${mark}`, Type: 0 }],
    FolderPath: [{ LibraryId: 1, Path: root }],
    LibraryExcludePattern: [
      { LibraryId: 1, Pattern: '**/@eaDir/**' },
      { LibraryId: 1, Pattern: '!kept' },
    ],
    Series: [{ Id: 1, Name: 'Saga', LibraryId: 1 }],
    SeriesMetadata: [{ Id: 7, SeriesId: 1, Summary: 'Edited.', SummaryLocked: 1, AgeRating: 10 }],
    Volume: [{ Id: 1, SeriesId: 1 }],
    Chapter: [
      { Id: 1, VolumeId: 1, Pages: 7 },
      { Id: 2, VolumeId: 1, Pages: 3 },
    ],
    MangaFile: [
      { Id: 1, ChapterId: 1, FilePath: `${root}/Saga/1a.cbz`, Bytes: sizes[0], Pages: 3, Format: 1 },
      { Id: 2, ChapterId: 1, FilePath: `${root}/Saga/1b.cbz`, Bytes: sizes[1], Pages: 4, Format: 1 },
      { Id: 3, ChapterId: 2, FilePath: `${root}/Saga/2.cbz`, Bytes: sizes[2], Pages: 3, Format: 1 },
    ],
    AppUserProgresses: [
      { AppUserId: 2, ChapterId: 1, PagesRead: 4, LastModifiedUtc: '2026-01-02 10:00:00' },
      { AppUserId: 2, ChapterId: 1, PagesRead: 2, LastModifiedUtc: '2026-01-01 10:00:00' },
      { AppUserId: 2, ChapterId: 2, PagesRead: 3, LastModifiedUtc: '2026-01-03 10:00:00' },
      { AppUserId: 1, ChapterId: 2, PagesRead: 0, LastModifiedUtc: '2026-01-03 10:00:00' },
    ],
    AppUserRating: [
      { AppUserId: 2, SeriesId: 1, Rating: 4.5, Review: 'Good.' },
      { AppUserId: 1, SeriesId: 1, Rating: 0, Review: 'Only words.' },
    ],
    AppUserWantToRead: [{ AppUserId: 2, SeriesId: 1 }],
    ReadingList: [
      { Id: 1, Title: `Open ${mark}`, Summary: '', Promoted: 1 },
      { Id: 2, Title: `Own ${mark}`, Summary: '', Promoted: 0 },
    ],
    ReadingListItem: [
      { ReadingListId: 1, ChapterId: 2, Order: 0 },
      { ReadingListId: 1, ChapterId: 1, Order: 1 },
      { ReadingListId: 2, ChapterId: 1, Order: 0 },
    ],
  };
}
