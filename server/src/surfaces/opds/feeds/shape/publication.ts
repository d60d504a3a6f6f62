// Converts a book to a publication.
import type { Author } from '@lectern/contract/libraries/metadata';
import { type FileFormat, isText, toExtension } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { FormatFile } from '#catalog/books/books.ts';
import type { BookValues } from '#features/libraries/books/index.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import type { Contributor, Contributors, Publication } from './feed.ts';

type Role = Author['role'];
const roles: Record<Role, keyof Contributors> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  translator: 'translator',
  editor: 'editor',
  illustrator: 'illustrator',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'artist',
  contributor: 'contributor',
};

/** Kind of list that contains the book: books of one series, or of any. */
export type ListOf = 'series' | 'any';

interface PublicationData {
  metadata: BookValues | undefined;
  files?: readonly FormatFile[] | undefined;
  mediaTypeOf(format: FileFormat): string;
  listOf: ListOf;
}

export function toPublication(
  row: BookRow,
  { metadata, files = [], mediaTypeOf, listOf }: PublicationData,
): Publication {
  const format = row.fileFormat;
  const position = toNumber(row);
  const { volume } = row;
  return {
    bookId: row.id,
    title: row.title.trim() || 'Untitled',
    sortTitle: row.titleSort,
    subtitle: metadata?.subtitle ?? null,
    addedMs: row.createdAt,
    updatedMs: Math.max(row.updatedAt, row.progress?.updatedAt ?? 0),
    format,
    mediaType: mediaTypeOf(format),
    sizeBytes: row.fileSize,
    fileName: toFileName(row, format),
    otherFiles: files
      .filter(({ id }) => id !== row.id)
      .map(({ id, fileFormat, fileName, fileSize }) => ({
        bookId: id,
        fileName: toFileName({ fileName, id }, fileFormat),
        mediaType: mediaTypeOf(fileFormat),
        sizeBytes: fileSize,
        title: fileFormat.toUpperCase(),
      })),
    pageCount: isText(format) ? 0 : row.pageCount,
    hasPages: !isText(format) && row.pageCount > 0,
    direction: row.seriesReadingDirection ?? row.library.defaultReadingDirection,
    contributors: toContributors(metadata),
    summary: metadata?.summary?.trim() || null,
    language: metadata?.language ?? null,
    publisher: metadata?.publisher ?? null,
    imprint: metadata?.imprint ?? null,
    issued: toIssued(metadata?.releaseDate),
    isbns: metadata?.isbns ?? [],
    genres: metadata?.genres ?? [],
    subjects: [...new Set([...(metadata?.tags ?? []), ...(metadata?.subjects ?? [])])],
    webLinks: (metadata?.externalLinks ?? []).map(({ sourceName, url }) => ({ title: sourceName, url })),
    series: { id: row.seriesId, title: row.seriesTitle, position, volume },
    progress: row.progress && { page: row.progress.currentPage, atMs: row.progress.updatedAt },
    label: toLabel({ title: row.title, seriesTitle: row.seriesTitle, position, volume }, listOf),
  };
}

/** The displayed number, for example 10.5. */
const toNumber = ({ numberValue, number }: BookRow): number | null => numberValue ?? number;

export const noContributors = (): Contributors => ({
  author: [],
  translator: [],
  editor: [],
  illustrator: [],
  penciler: [],
  inker: [],
  colorist: [],
  letterer: [],
  artist: [],
  contributor: [],
});

function toContributors(metadata: BookValues | undefined): Contributors {
  const found = noContributors();
  for (const { name, role, sortName } of metadata?.authors ?? []) {
    const list: Contributor[] = found[roles[role]];
    if (!list.some((one) => one.name === name)) list.push({ name, sortName });
  }
  return found;
}

const toIssued = (date: string | null | undefined): string | null =>
  date && /^\d{4}(-\d\d){0,2}$/.test(date) ? date : null;

interface TitleParts {
  title: string;
  seriesTitle: string;
  position: number | null;
  volume: number | null;
}

/** Pads numbers to three digits, so that clients that sort by title keep the order: `v02 #010.5`. */
function toLabel({ title, seriesTitle, position, volume }: TitleParts, listOf: ListOf): string | null {
  const parts: string[] = [];
  if (listOf === 'any' && !title.toLowerCase().startsWith(seriesTitle.toLowerCase())) parts.push(seriesTitle);
  if (volume !== null) parts.push(`v${pad(volume, 2)}`);
  if (position !== null) parts.push(`#${pad(position, 3)}`);
  return parts.length > 0 ? parts.join(' ') : null;
}

function pad(number: number, digits: number): string {
  const [whole = '', rest] = String(Math.abs(number)).split('.');
  return `${number < 0 ? '-' : ''}${whole.padStart(digits, '0')}${rest === undefined ? '' : `.${rest}`}`;
}

const maxNameLength = 80;

/** The file name without characters that are special in URLs or file systems, with the extension of the format. */
function toFileName({ fileName, id }: Pick<BookRow, 'fileName' | 'id'>, format: FileFormat): string {
  const stem = toDisplayName(fileName)
    .toWellFormed()
    .replace(format === 'folder' ? /^$/ : /\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[\p{C}\u2028\u2029\ufffd]/gu, '')
    .replace(/[/\\:*?"<>|#%&;=+]/g, '_');
  const short = [...stem].slice(0, maxNameLength).join('').trim().replace(/^\.+/, '');
  return `${short || id}.${toExtension(format)}`;
}
