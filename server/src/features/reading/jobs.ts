// Reading books inside a worker process: one after the other, each with whatever is wrong with it.
import { type Stats, statSync } from 'node:fs';
import { type Book, readBook } from '#formats/book/book.ts';
import { encodeContent } from '#formats/content.ts';
import { FormatError } from '#formats/error.ts';
import { defaultLimits } from '#formats/limits.ts';
import { openFileSource } from '#formats/source.ts';
import { toNativePath } from '#kernel/files/names.ts';
import {
  type BookReading,
  type Fault,
  type FileToRead,
  type ReadResult,
  type ReadSettings,
  toUnread,
} from './reading.ts';
import { readSidecars } from './sidecar.ts';

export interface ReadJob {
  files: readonly FileToRead[];
  settings: ReadSettings;
}

/** Results by their place in the job, some at a time. */
export type ReadPart = readonly (readonly [index: number, result: ReadResult])[];

/** Messages are few, and none is late. */
const partSize = 8;
const partMs = 100;
/** A file that is being written is read again, but not for ever. */
const maxTries = 3;

export const readingJobs = {
  'reading.read': async ({ files, settings }: ReadJob, partial: (part: ReadPart) => void): Promise<void> => {
    let part: [number, ReadResult][] = [];
    let sentMs = Date.now();
    const send = () => {
      partial(part);
      part = [];
      sentMs = Date.now();
    };
    for (const [index, file] of files.entries()) {
      part.push([index, await readFile(file, settings, () => partial([]))]);
      if (part.length >= partSize || Date.now() - sentMs >= partMs) send();
    }
    send();
  },
};

/** Reads a file as it is at one moment: what was changed meanwhile is read again. */
async function readFile(file: FileToRead, settings: ReadSettings, onLife: () => void): Promise<ReadResult> {
  const path = toNativePath(file.root, file.relativePath);
  for (let tries = 1; ; tries++) {
    const result = await readOnce(path, { settings, onLife });
    if (!('fileHash' in result) || isAsRead(path, result)) return withSidecars(result, file);
    if (tries === maxTries) return { isGone: false };
  }
}

function isAsRead(path: string | Buffer, reading: BookReading): boolean {
  const facts = statOrNone(path);
  return (
    reading.fileHash === '' ||
    (facts?.size === reading.sizeBytes && Math.round(facts.mtimeMs * 1000) === reading.modifiedUs)
  );
}

function statOrNone(path: string | Buffer): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

async function readOnce(
  path: string | Buffer,
  { settings, onLife }: { settings: ReadSettings; onLife: () => void },
): Promise<ReadResult> {
  let source: ReturnType<typeof openFileSource> | undefined;
  try {
    source = openFileSource(path);
    const request = { source, limits: defaultLimits, hashing: settings.hashing, onLife };
    const book = await readBook(request);
    return toReading(book, source);
  } catch (error) {
    return toUnopened(error);
  } finally {
    source?.close();
  }
}

function toReading(book: Book, { size, modifiedUs }: { size: number; modifiedUs: number }): BookReading {
  const { format, fileHash, readerHash, pageCount, content, metadata, faults } = book;
  return {
    format,
    sizeBytes: size,
    modifiedUs,
    fileHash,
    readerHash,
    pageCount,
    content: content && encodeContent(content),
    metadata,
    faults: faults.map(toFault),
    isReadable: content !== null && pageCount > 0,
  };
}

function toFault({ kind, message, entry, reason }: FormatError): Fault {
  return { kind, message, ...(entry !== undefined && { entry }), ...(reason !== undefined && { reason }) };
}

/** A file that the system does not let us read keeps its place: the disk, not the book, is at fault. */
function toUnopened(error: unknown): ReadResult {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { isGone: true };
  const isSystem = code !== undefined && /^E[A-Z0-9]+$/.test(code);
  if (!isSystem && !(error instanceof FormatError)) throw error;
  const message = isSystem ? `The file cannot be opened (${code})` : (error as Error).message;
  return toUnread({ kind: 'parser', message, reason: 'unreadable' });
}

function withSidecars(result: ReadResult, file: FileToRead): ReadResult {
  if (!file.sidecars || !('fileHash' in result)) return result;
  const { metadata, faults } = readSidecars(file);
  return {
    ...result,
    metadata: metadata ? { ...result.metadata, ...metadata } : result.metadata,
    faults: [...result.faults, ...faults.map(toFault)],
  };
}
