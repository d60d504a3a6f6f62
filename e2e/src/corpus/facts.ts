// Compares every fact of a corpus file with the values that the API returns.
import { isComic as hasComicKind } from '@lectern/contract/values';
import type { CorpusFile } from '@lectern/server/testing';
import { type Claim, claim } from './claims.ts';
import { comicInfoClaims, pageClaims } from './comic-facts.ts';
import { epubClaims } from './epub-facts.ts';
import type { Observation } from './observe.ts';
import { pdfClaims } from './pdf-facts.ts';

export type ErrorsOfBook = readonly { errorType: string; message: string; details?: unknown }[];

const formats: Record<string, string> = {
  zip: 'cbz',
  rar4: 'cbr',
  rar5: 'cbr',
  tar: 'cbt',
  '7z': 'cb7',
  epub: 'epub',
  pdf: 'pdf',
};

/** Facts of a file. Facts inside archives that the API does not show (entries, methods) are tested with the readers. */
export async function listClaims(
  file: CorpusFile,
  seen: Observation,
  errors: ErrorsOfBook,
): Promise<Claim[]> {
  const { book } = seen;
  const claims = [claim('size', book.fileSize, file.size), claim('sha256', seen.sha256, file.sha256)];
  if (file.facts.encrypted !== undefined) claims.push(encryptionClaim(file, seen, errors));
  if (book.pageCount === 0 && file.hostile) return claims;
  claims.push(claim('analyzed', book.analyzed, true));
  claims.push(claim('format', book.fileFormat, formats[file.format.split(' ')[0] ?? '']));
  const isComic = hasComicKind(book.fileFormat);
  // The manifest has no pages for files that it does not consider books.
  if (isComic && file.facts.imageCount !== undefined) claims.push(...(await pageClaims(file, seen)));
  const hasDamagedMetadata = errors.some(({ errorType }) => errorType === 'metadata');
  if (file.facts.comicInfo && !hasDamagedMetadata) claims.push(...comicInfoClaims(file, seen));
  if (file.facts.epub) claims.push(...(await epubClaims(file, seen)));
  claims.push(...pdfClaims(file, seen));
  return claims;
}

function encryptionClaim({ facts, path }: CorpusFile, { book }: Observation, errors: ErrorsOfBook): Claim {
  const isReported = errors.some(
    ({ details }) => (details as { reason?: unknown } | undefined)?.reason === 'encrypted',
  );
  // The file opens without its password, or only content that is never shown is encrypted.
  const isOpen =
    book.fileFormat === 'pdf' ? facts.pdf?.pdfinfoRc === 0 : facts.imageCount === 0 && !isReported;
  // The chapters are encrypted, not the archive.
  const hasDrm = path === 'hostile/epub/drm marked.epub';
  return claim('encrypted', isReported, (facts.encrypted === true && !isOpen) || hasDrm);
}

/** Verifies a valid book: file and lists, first and last page or document, and a cover if it has one. */
export function judgeSound(file: CorpusFile, seen: Observation, errors: ErrorsOfBook): string[] {
  const wrong = errors.map(({ errorType, message }) => `${errorType}: ${message}`);
  const { firstPage, lastPage, firstThumbnail, lastThumbnail } = seen;
  const shown = { firstPage, lastPage, firstThumbnail, lastThumbnail };
  const hasPages = seen.pages.length > 0;
  for (const [name, { status }] of hasPages ? Object.entries(shown) : [])
    if (status !== 200) wrong.push(`${name} ${status}`);
  if (!hasPages && (seen.documents.length === 0 || seen.documents.some(({ status }) => status !== 200)))
    wrong.push('its documents are not served');
  if ((hasPages || file.facts.epub?.cover) && seen.cover.status !== 200)
    wrong.push(`cover ${seen.cover.status}`);
  if (seen.statuses.slice(0, 5).some((status) => status !== 200)) wrong.push(`answers ${seen.statuses}`);
  return wrong;
}
