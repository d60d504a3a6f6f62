// Decides whether a file and a row, or two rows, have the same content. Pure.
import { parseFileName } from '@lectern/formats/file-name/parse-name';
import { toDisplayName } from '#infrastructure/files/names.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';

type Content = Pick<BookTable, 'fileHash' | 'fileSize'>;

interface Pages extends Pick<BookTable, 'pageHash' | 'fileName' | 'fileSize'> {
  fileFormat: string | null;
}

/** Pages of this few bytes may be placeholders, so that names with different numbers are different books. */
const smallBytes = 256 * 1024;
/** The page hash of a PDF does not contain its pages, but metadata changes its size only a little. */
const pdfMetadataBytes = 256 * 1024;
const pdfMetadataShare = 0.02;

export const isSameFile = (
  { fileHash, sizeBytes }: { fileHash: string; sizeBytes: number },
  row: Content,
): boolean => row.fileHash !== '' && row.fileHash === fileHash && row.fileSize === sizeBytes;

export function isSamePages(a: Pages, b: Pages): boolean {
  if (a.pageHash === null || a.pageHash !== b.pageHash) return false;
  const larger = Math.max(a.fileSize, b.fileSize);
  if (a.fileFormat === 'pdf' || b.fileFormat === 'pdf') {
    const difference = Math.abs(a.fileSize - b.fileSize);
    if (a.fileFormat !== b.fileFormat) return false;
    if (difference > Math.min(pdfMetadataBytes, larger * pdfMetadataShare + 4_096)) return false;
  }
  return mayBeSame(a, b);
}

type Named = Pick<BookTable, 'fileName' | 'fileSize'>;

/** Whether the names do not state that these are different books. */
export const mayBeSame = (a: Named, b: Named): boolean =>
  Math.max(a.fileSize, b.fileSize) > smallBytes || !haveOtherNumbers(a.fileName, b.fileName);

function haveOtherNumbers(a: string, b: string): boolean {
  const [own, other] = [a, b].map((name) => parseFileName(toDisplayName(name)));
  const differs = (x: unknown, y: unknown) =>
    x !== undefined && y !== undefined && JSON.stringify(x) !== JSON.stringify(y);
  return (
    differs(own?.volume, other?.volume) ||
    differs(own?.number ?? own?.chapter, other?.number ?? other?.chapter)
  );
}
