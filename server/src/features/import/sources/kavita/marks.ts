// Page bookmarks, text bookmarks, and highlights with comments.

import { toRecord } from '@lectern/contract/records';
import type { AnnotationColor } from '@lectern/contract/values';
import { toPlainText } from '@lectern/formats/values/plain-text';
import {
  gather,
  parseJson,
  type TheirMark,
  toMs,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { type Files, findFile } from './files.ts';
import { toSpot } from './spots.ts';

const times = ['LastModifiedUtc', 'CreatedUtc', 'LastModified', 'Created'];
const timeOf = (row: GivenRow): number | undefined =>
  times.map((column) => toMs(row[column])).find((ms) => ms !== undefined);

export function readMarks(database: GivenDatabase, files: Files): TheirMark[] {
  return [
    ...readBookmarks(database, files),
    ...readContents(database, files),
    ...readHighlights(database, files),
  ];
}

/** Returns the position in the chapter's file and the user. Undefined if no file contains the page. */
function readPlace(row: GivenRow, files: Files, { page, path }: { page: unknown; path: unknown }) {
  const number = toNumber(page);
  const madeAtMs = timeOf(row);
  if (number === undefined || number < 0 || madeAtMs === undefined) return undefined;
  const found = findFile(files.get(toText(row.ChapterId)) ?? [], Math.trunc(number));
  return (
    found && {
      userId: toText(row.AppUserId),
      bookId: found.file.book.id,
      madeAtMs,
      page: found.file.isText ? undefined : found.page + 1,
      spineIndex: found.file.isText ? found.page : undefined,
      spot: found.file.isText ? toSpot(toText(path)) : undefined,
    }
  );
}

function readBookmarks(database: GivenDatabase, files: Files): TheirMark[] {
  const columns = ['Id', 'AppUserId', 'ChapterId', 'Page', 'XPath', ...times];
  return gather(database, { table: 'AppUserBookmark', columns }, (row): TheirMark[] => {
    const place = readPlace(row, files, { page: row.Page, path: row.XPath });
    const common = { kind: 'bookmark', text: null, note: null, color: null } as const;
    return place ? [{ id: `bookmark ${toText(row.Id)}`, ...common, ...place }] : [];
  });
}

/** Kavita calls text bookmarks "personal table of contents". */
function readContents(database: GivenDatabase, files: Files): TheirMark[] {
  const columns = [
    'Id',
    'AppUserId',
    'ChapterId',
    'PageNumber',
    'BookScrollId',
    'Title',
    'SelectedText',
    ...times,
  ];
  return gather(database, { table: 'AppUserTableOfContent', columns }, (row): TheirMark[] => {
    const place = readPlace(row, files, { page: row.PageNumber, path: row.BookScrollId });
    const words = { text: toText(row.SelectedText) || null, note: toText(row.Title) || null };
    return place
      ? [{ id: `contents ${toText(row.Id)}`, kind: 'bookmark', color: null, ...words, ...place }]
      : [];
  });
}

function readHighlights(database: GivenDatabase, files: Files): TheirMark[] {
  const colorOf = readColors(database);
  const columns = [
    ...['Id', 'AppUserId', 'ChapterId', 'PageNumber', 'XPath', 'SelectedText', 'CommentPlainText'],
    ...['CommentHtml', 'Comment', 'SelectedSlotIndex', ...times],
  ];
  return gather(database, { table: 'AppUserAnnotation', columns }, (row): TheirMark[] => {
    const text = toText(row.SelectedText);
    const place = readPlace(row, files, { page: row.PageNumber, path: row.XPath });
    if (!place || text === '') return [];
    const color = colorOf(place.userId, toNumber(row.SelectedSlotIndex) ?? 0);
    return [
      { id: `highlight ${toText(row.Id)}`, kind: 'highlight', text, note: readComment(row), color, ...place },
    ];
  });
}

const maxComment = 10_000;

function readComment(row: GivenRow): string | null {
  const plain = toText(row.CommentPlainText).trim();
  if (plain !== '') return plain;
  // Comments from the editor are JSON. Older comments are plain text.
  const comment = toText(row.Comment);
  const html = toText(row.CommentHtml) || (parseJson(comment) === undefined ? comment : '');
  return toPlainText(html, maxComment) ?? null;
}

/** Default colors of the five highlight slots. */
const usual: readonly AnnotationColor[] = ['blue', 'green', 'yellow', 'orange', 'pink'];
const hues: readonly [AnnotationColor, red: number, green: number, blue: number][] = [
  ['yellow', 255, 235, 59],
  ['green', 76, 175, 80],
  ['blue', 33, 150, 243],
  ['pink', 233, 30, 99],
  ['orange', 255, 152, 0],
  ['purple', 156, 39, 176],
];

/** Returns the Lectern color closest to the slot's color. */
function readColors(database: GivenDatabase): (userId: string, slot: number) => AnnotationColor {
  const slots = new Map(
    database.read('AppUserPreferences', ['AppUserId', 'BookReaderHighlightSlots']).map((row) => {
      const list = parseJson(row.BookReaderHighlightSlots);
      return [toText(row.AppUserId), Array.isArray(list) ? list.map(toRecord) : []] as const;
    }),
  );
  return (userId, slot) => {
    const own = slots.get(userId)?.find(({ SlotNumber: number }) => number === slot);
    const { R: r, G: g, B: b } = toRecord(own?.Color);
    const [red, green, blue] = [r, g, b].map(toNumber);
    if (red === undefined || green === undefined || blue === undefined) return usual[slot] ?? 'yellow';
    const distance = ([, ...hue]: (typeof hues)[number]) =>
      (hue[0] - red) ** 2 + (hue[1] - green) ** 2 + (hue[2] - blue) ** 2;
    return hues.toSorted((a, z) => distance(a) - distance(z))[0]?.[0] ?? 'yellow';
  };
}
