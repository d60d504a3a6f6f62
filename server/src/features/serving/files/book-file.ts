// One file as it lies on the disk, whole or in part.

import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type FileFormat, formats, toStem } from '@lectern/contract/values';
import { converterVersion } from '@lectern/formats/content';
import { kepubVersion } from '@lectern/formats/epub/kepub/convert';
import type { BookFile } from '#catalog/files.ts';
import { toZipName } from '#features/ingest/image-folders/index.ts';
import { notFound, Problem, reason, replacedNow } from '#infrastructure/errors.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { isUntouched, toFileVersion } from '#infrastructure/files/versions.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { openFolderZip } from '../folder-books/index.ts';
import type { PageService } from '../pages/index.ts';

/** Bytes that are read at a time. */
const chunkBytes = 256 * 1024;

export const mediaTypeOf = (format: FileFormat): string => formats[format].mediaType;

/** Throws not_found when the file is gone, unavailable when it cannot be read now. */
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

/** The EPUB that was made of a file, under the file's name. */
export const sendMadeEpub = (made: MadeEpub): BytesAnswer =>
  sendMade(made, { etag: `epub${converterVersion}`, extension: '.epub' });

/** Devices tell by the name what it is, and do not open one with "!". */
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

/** The stream of the very file that was described: one that took its place meanwhile is another. */
export async function openStream(path: string | Buffer, etag: string, part?: Part): Promise<Readable> {
  const file = await open(path, 'r').catch(toFileProblem);
  const facts = await file.stat();
  if (identify(facts) !== etag) {
    await file.close();
    throw replacedNow();
  }
  const stream = Readable.from(readUnchanged(file, facts, part), { objectMode: false });
  // Also when nobody ever read of it.
  stream.once('close', () => void file.close().catch(() => {}));
  return stream;
}

/**
 * What is written over while it is sent is cut off before its last part: whoever gets all bytes got those of one file.
 * Throws then.
 */
async function* readUnchanged(file: FileHandle, facts: Stats, part: Part | undefined) {
  let last: Buffer | undefined;
  for await (const bytes of file.createReadStream({ ...part, highWaterMark: chunkBytes, autoClose: false })) {
    if (last) yield last;
    last = bytes;
  }
  if (!isUntouched(facts, await file.stat())) throw new Error('The file was written over while it was sent');
  if (last) yield last;
}

export async function statFile(path: string | Buffer): Promise<Stats> {
  const facts = await stat(path).catch(toFileProblem);
  if (!facts.isFile()) throw notFound('file');
  return facts;
}

/** Changes with every change of the bytes that a file system tells of. */
export const identify = (facts: Stats): string => `${toFileVersion(facts)}-${facts.ino.toString(36)}`;

/** What the caller is told when the disk does not give a file. */
function toFileProblem(cause: NodeJS.ErrnoException): never {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') throw notFound('file');
  throw new Problem('unavailable', reason('storage_unreadable'), {
    cause,
    headers: { 'Retry-After': '30' },
  });
}
