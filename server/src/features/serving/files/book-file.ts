// Sends the unchanged file of a book, completely or a range of it.

import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type FileFormat, formats, toStem } from '@lectern/contract/values';
import { converterVersion } from '@lectern/formats/content';
import { kepubVersion } from '@lectern/formats/epub/kepub/convert';
import type { BookFile } from '#catalog/books/files.ts';
import { toZipName } from '#features/ingest/image-folders/index.ts';
import { notFound, Problem, reason, replacedNow } from '#infrastructure/errors.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { isUntouched, toFileVersion } from '#infrastructure/files/versions.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { openFolderZip } from '../folder-books/index.ts';
import type { PageService } from '../pages/index.ts';

/** Bytes per read. */
const chunkBytes = 256 * 1024;

export const mediaTypeOf = (format: FileFormat): string => formats[format].mediaType;

/** Throws `not_found` if the file is missing, and `unavailable` if it cannot be read. */
export async function sendBookFile(book: BookFile): Promise<BytesAnswer> {
  if (book.isDeleted) throw notFound('file');
  if (book.format === 'folder') return sendFolder(book);
  const facts = await statFile(book.path);
  const etag = identify(facts);
  return bytesAnswer({
    mediaType: mediaTypeOf(book.format),
    sizeBytes: facts.size,
    etag,
    lastModifiedMs: facts.mtimeMs,
    acceptsRanges: true,
    headers: { 'Content-Disposition': toContentDisposition(toDisplayName(book.fileName)) },
    body: (part) => openStream(book.path, etag, part),
  });
}

async function sendFolder({ root, relativePath, fileName }: BookFile): Promise<BytesAnswer> {
  const { sizeBytes, modifiedMs, etag, stream } = await openFolderZip(root, relativePath);
  return bytesAnswer({
    mediaType: mediaTypeOf('folder'),
    sizeBytes,
    etag,
    lastModifiedMs: modifiedMs,
    acceptsRanges: true,
    headers: { 'Content-Disposition': toContentDisposition(toDisplayName(toZipName(fileName))) },
    body: stream,
  });
}

type MadeEpub = Awaited<ReturnType<PageService['readEpub']>>;

/** Sends the EPUB converted from a file under the file's name. */
export const sendMadeEpub = (made: MadeEpub): BytesAnswer =>
  sendMade(made, { etag: `epub${converterVersion}`, extension: '.epub' });

/** Kobo devices recognize the format by this extension, and do not open file names with "!". */
export const sendMadeKepub = (made: MadeEpub): BytesAnswer =>
  sendMade(made, { etag: `epub${converterVersion}-kepub${kepubVersion}`, extension: '.kepub.epub' });

function sendMade(
  { book, map, epub }: MadeEpub,
  { etag, extension }: { etag: string; extension: string },
): BytesAnswer {
  const name = toDisplayName(toStem(book.fileName, book.format)).replace(/\.kepub$/i, '');
  return bytesAnswer({
    mediaType: formats.epub.mediaType,
    sizeBytes: epub.length,
    etag: `${map.version}-${etag}`,
    lastModifiedMs: map.modifiedUs / 1000,
    acceptsRanges: true,
    headers: { 'Content-Disposition': toContentDisposition(`${name.replaceAll('!', '')}${extension}`) },
    body: (part) => (part ? epub.subarray(part.start, part.end + 1) : epub),
  });
}

interface Part {
  start: number;
  end: number;
}

/** A stream of exactly the described file. Throws if it was replaced meanwhile. */
export async function openStream(path: string | Buffer, etag: string, part?: Part): Promise<Readable> {
  const file = await open(path, 'r').catch(toFileProblem);
  const facts = await file.stat();
  if (identify(facts) !== etag) {
    await file.close();
    throw replacedNow();
  }
  const stream = Readable.from(readUnchanged(file, facts, part), { objectMode: false });
  // Also closes a stream that was never read.
  stream.once('close', () => void file.close().catch(() => {}));
  return stream;
}

/**
 * Holds back the last part until the file is verified, so that a response with all bytes contains a single version of
 * the file. Throws if the file was overwritten meanwhile.
 */
async function* readUnchanged(file: FileHandle, facts: Stats, part: Part | undefined) {
  let last: Buffer | undefined;
  for await (const bytes of file.createReadStream({ ...part, highWaterMark: chunkBytes, autoClose: false })) {
    if (last) yield last;
    last = bytes;
  }
  if (!isUntouched(facts, await file.stat())) throw new Error('The file was overwritten while it was sent');
  if (last) yield last;
}

export async function statFile(path: string | Buffer): Promise<Stats> {
  const facts = await stat(path).catch(toFileProblem);
  if (!facts.isFile()) throw notFound('file');
  return facts;
}

/** Identifies the version of a file. Changes with every modification that the file system reports. */
export const identify = (facts: Stats): string => `${toFileVersion(facts)}-${facts.ino.toString(36)}`;

/** Converts a file system error to an API error. */
function toFileProblem(cause: NodeJS.ErrnoException): never {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') throw notFound('file');
  throw new Problem('unavailable', reason('storage_unreadable'), {
    cause,
    headers: { 'Retry-After': '30' },
  });
}
