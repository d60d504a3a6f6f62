// Parsing books inside a worker process: one after the other, each with its errors.
import { type Stats, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Book, readBook } from '@lectern/formats/book/book';
import { encodeContent } from '@lectern/formats/content';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { type FileSource, openFileSource } from '@lectern/formats/source';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { msUntilVisible, toFileVersion } from '#infrastructure/files/versions.ts';
import { createParts } from '#infrastructure/workers/parts.ts';
import { listImageFolder, openImageFolder } from '../image-folders/index.ts';
import {
  type BookReading,
  type Fault,
  type FileToRead,
  type ReadResult,
  type ReadSettings,
  toUnread,
  wasRead,
} from './reading.ts';
import { readSidecars } from './sidecar.ts';

export interface ReadJob {
  files: readonly FileToRead[];
  settings: ReadSettings;
}

/** Results by their index in the job, a few at a time. */
export type ReadPart = readonly (readonly [index: number, result: ReadResult])[];

/** Attempts at a file that is being written. */
const maxTries = 3;

export const readingJobs = {
  'reading.read': async ({ files, settings }: ReadJob, partial: (part: ReadPart) => void): Promise<void> => {
    const parts = createParts(partial);
    for (const [index, file] of files.entries())
      parts.add([index, await readFile(file, settings, () => partial([]))]);
    parts.send();
  },
};

/** Parses a consistent state of a file: one that was changed meanwhile is parsed again. */
async function readFile(file: FileToRead, settings: ReadSettings, onLife: () => void): Promise<ReadResult> {
  const path = toNativePath(file.root, file.relativePath);
  for (let tries = 1; ; tries++) {
    const before = await waitForReport(path, onLife);
    if (before?.isDirectory()) {
      const result = await readFolder(file, settings, onLife);
      if (result) return withSidecars(result, file);
    } else {
      const result = await readOnce(path, { settings, onLife });
      const wasRead = 'fileHash' in result && result.fileHash !== '';
      if (!wasRead || isAsRead(result, before, statOrNone(path))) return withSidecars(result, file);
    }
    if (tries === maxTries) return { isMissing: false };
  }
}

/** Undefined when one of its files was changed meanwhile. */
async function readFolder(
  { root, relativePath }: FileToRead,
  settings: ReadSettings,
  onLife: () => void,
): Promise<ReadResult | undefined> {
  const list = () => settleStats(() => listImageFolder(root, relativePath));
  let before = list();
  if (before && before.msUntilVisible > 0) {
    onLife();
    await setTimeout(before.msUntilVisible);
    before = list();
  }
  if (!before) return { isMissing: true };
  if (before.files.length === 0)
    return toUnread({ kind: 'parser', message: 'The folder has no images', reason: 'unreadable' });
  const source = openImageFolder(root, relativePath, before);
  const result = await readSource(source, { settings, onLife }).catch(toUnopened);
  source.close();
  const after = list();
  const isSame = after?.stamp === before.stamp && after.version === before.version;
  if (isSame && wasRead(result)) return { ...result, format: 'folder' };
  return isSame ? result : undefined;
}

/** The stats of a file, once the clock of the file system has moved on, so that a later write changes them. */
async function waitForReport(path: string | Buffer, onLife: () => void): Promise<Stats | undefined> {
  const facts = statOrNone(path);
  const waitMs = facts ? msUntilVisible(facts, Date.now()) : 0;
  if (waitMs === 0) return facts;
  onLife();
  await setTimeout(waitMs);
  return statOrNone(path);
}

const isAsRead = (reading: BookReading, before: Stats | undefined, now: Stats | undefined): boolean =>
  before !== undefined &&
  now?.ino === before.ino &&
  toFileVersion(now) === toFileVersion(before) &&
  now.size === reading.sizeBytes &&
  Math.round(now.mtimeMs * 1000) === reading.modifiedUs;

const statOrNone = (path: string | Buffer): Stats | undefined => settleStats(() => statSync(path));

function settleStats<T>(read: () => T): T | undefined {
  try {
    return read();
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
    return await readSource(source, { settings, onLife });
  } catch (error) {
    return toUnopened(error);
  } finally {
    source?.close();
  }
}

async function readSource(
  source: FileSource,
  { settings, onLife }: { settings: ReadSettings; onLife: () => void },
): Promise<BookReading> {
  const book = await readBook({ source, limits: defaultLimits, hashing: settings.hashing, onLife });
  return toReading(book, source);
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

/** A file that the system does not let us read: an error of the disk, not of the book. */
function toUnopened(error: unknown): ReadResult {
  const code = systemCodeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { isMissing: true };
  const isSystem = code !== undefined && /^E[A-Z0-9]+$/.test(code);
  if (isSystem)
    return toUnread({ kind: 'parser', message: `The file cannot be opened (${code})`, reason: 'unreadable' });
  if (!(error instanceof FormatError)) throw error;
  return toUnread({ kind: 'parser', message: error.message, reason: 'unreadable' });
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
