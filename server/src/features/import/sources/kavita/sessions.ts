// Reading sessions. Skips artificial ones: those from "mark as read", and those that the update to 0.8.9 created for
// each position, which start at midnight.
import {
  gather,
  type TheirSession,
  toFlag,
  toMs,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { type Files, findFile } from './files.ts';

const dayMs = 86_400_000;

export function readSessions(database: GivenDatabase, files: Files): TheirSession[] {
  const owners = new Map(
    gather(
      database,
      { table: 'AppUserReadingSession', columns: ['Id', 'AppUserId', 'IsGenerated'] },
      (row): [string, string][] => (toFlag(row.IsGenerated) ? [] : [[toText(row.Id), toText(row.AppUserId)]]),
    ),
  );
  const columns = [
    ...['Id', 'AppUserReadingSessionId', 'ChapterId', 'StartPage', 'EndPage', 'PagesRead'],
    ...['StartTimeUtc', 'EndTimeUtc'],
  ];
  return gather(database, { table: 'AppUserReadingSessionActivityData', columns }, (row): TheirSession[] => {
    const userId = owners.get(toText(row.AppUserReadingSessionId));
    const startedAtMs = toMs(row.StartTimeUtc);
    const endedAtMs = toMs(row.EndTimeUtc);
    const first = Math.max(0, Math.trunc(toNumber(row.StartPage) ?? 0));
    const found = findFile(files.get(toText(row.ChapterId)) ?? [], first);
    if (userId === undefined || found === undefined || startedAtMs === undefined || endedAtMs === undefined)
      return [];
    if (endedAtMs <= startedAtMs || startedAtMs % dayMs === 0) return [];
    const { file, page } = found;
    const last = toNumber(row.EndPage);
    const endPage =
      last === undefined ? undefined : Math.min(file.pages, page + Math.trunc(last) - first + 1);
    const pagesRead = toNumber(row.PagesRead);
    return [
      {
        id: toText(row.Id),
        userId,
        bookId: file.book.id,
        startedAtMs,
        endedAtMs,
        // For text formats, Kavita stores documents instead of pages.
        startPage: file.isText ? undefined : page + 1,
        endPage: file.isText || endPage === undefined || endPage < 1 ? undefined : endPage,
        pagesRead: file.isText || pagesRead === undefined ? undefined : Math.trunc(pagesRead),
        device: undefined,
      },
    ];
  });
}
