// Reads books in a worker process, one by one, each with its errors.
import { hash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { VolumeFile } from '@lectern/formats/archive/rar/volumes/source';
import { type Book, readBook } from '@lectern/formats/book/book';
import { type BookContent, encodeContent } from '@lectern/formats/content';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { type FileSource, openFileSource } from '@lectern/formats/source';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { msUntilVisible, toFileVersion } from '#infrastructure/files/versions.ts';
import { createParts } from '#infrastructure/workers/parts.ts';
import { listImageFolder, openImageFolder } from '../image-folders/index.ts';
import { listVolumeSet, openVolumes, type VolumeSet } from '../volumes/index.ts';
import {
  type BookReading,
  type FileToRead,
  type ReadingError,
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

/** A few results with their index in the job. */
export type ReadPart = readonly (readonly [index: number, result: ReadResult])[];

/** Attempts to read a file that is being written. */
const maxTries = 3;

export const readingJobs = {
  'reading.read': async ({ files, settings }: ReadJob, partial: (part: ReadPart) => void): Promise<void> => {
    const parts = createParts(partial);
    for (const [index, file] of files.entries())
      parts.add([index, await readFile(file, settings, () => partial([]))]);
    parts.send();
  },
};

interface How {
  settings: ReadSettings;
  onLife: () => void;
}

/** Reads a consistent state of a file: starts again if it is changed meanwhile. */
async function readFile(file: FileToRead, settings: ReadSettings, onLife: () => void): Promise<ReadResult> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const result = await tryToRead(file, { settings, onLife });
    if (result) return withDigest(withSidecars(result, file));
  }
  return { isMissing: false };
}

/** Undefined if the file was changed meanwhile. */
async function tryToRead(file: FileToRead, how: How): Promise<ReadResult | undefined> {
  const path = toNativePath(file.root, file.relativePath);
  const before = await waitForReport(path, how.onLife);
  if (before?.isDirectory()) return readFolder(file, how);
  const volumes = settleStats(() => listVolumeSet(file.root, file.relativePath));
  if (volumes) return readVolumes(file, volumes, how);
  const result = await readOnce(path, how);
  const wasRead = 'fileHash' in result && result.fileHash !== '';
  return !wasRead || isAsRead(result, before, statOrNone(path)) ? result : undefined;
}

/** Undefined if one of its files was changed meanwhile. */
async function readFolder({ root, relativePath }: FileToRead, how: How): Promise<ReadResult | undefined> {
  const list = () => settleStats(() => listImageFolder(root, relativePath));
  let before = list();
  if (before && before.msUntilVisible > 0) {
    how.onLife();
    await setTimeout(before.msUntilVisible);
    before = list();
  }
  if (!before) return { isMissing: true };
  if (before.files.length === 0)
    return toUnread({ kind: 'parser', message: 'The folder contains no images', reason: 'unreadable' });
  const source = openImageFolder(root, relativePath, before);
  const result = await readSource(source, how).catch(toUnopened);
  source.close();
  const after = list();
  const isSame = after?.stamp === before.stamp && after.version === before.version;
  if (isSame && wasRead(result)) return { ...result, format: 'folder' };
  return isSame ? result : undefined;
}

/** Undefined if one of the volumes was changed meanwhile. */
async function readVolumes(
  { root, relativePath }: FileToRead,
  listed: VolumeSet,
  how: How,
): Promise<ReadResult | undefined> {
  const list = () => settleStats(() => listVolumeSet(root, relativePath));
  let before: VolumeSet | undefined = listed;
  if (before.msUntilVisible > 0) {
    how.onLife();
    await setTimeout(before.msUntilVisible);
    before = list();
  }
  if (!before) return undefined;
  const source = openVolumes(root, relativePath, before.files);
  const result = await readSource(source, how).catch(toUnopened);
  source.close();
  const after = list();
  const isSame = after?.stamp === before.stamp && after.version === before.version;
  // The format that readers receive.
  if (isSame && wasRead(result) && result.format === 'cbr') return { ...result, format: 'cbz' };
  return isSame ? result : undefined;
}

/**
 * Waits until the clock of the file system has advanced, so that a later write changes the stats, and returns the
 * stats.
 */
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

async function readOnce(path: string | Buffer, how: How): Promise<ReadResult> {
  let source: ReturnType<typeof openFileSource> | undefined;
  try {
    source = openFileSource(path);
    return await readSource(source, how);
  } catch (error) {
    return toUnopened(error);
  } finally {
    source?.close();
  }
}

async function readSource(source: FileSource, { settings, onLife }: How): Promise<BookReading> {
  const book = await readBook({ source, limits: defaultLimits, hashing: settings.hashing, onLife });
  return toReading(book, source);
}

function toReading(book: Book, { size, modifiedUs }: { size: number; modifiedUs: number }): BookReading {
  const { format, fileHash, readerHash, pageHash, pageCount, content, metadata, faults } = book;
  const encoded = content && encodeContent(content);
  return {
    format,
    sizeBytes: size,
    modifiedUs,
    fileHash,
    readerHash,
    pageHash,
    digest: content && encoded ? toContentDigest(content, encoded) : '',
    pageCount,
    content: encoded,
    metadata,
    faults: faults.map(toFault),
    isReadable: content !== null && pageCount > 0,
  };
}

function toFault({ kind, message, entry, reason }: FormatError): ReadingError {
  return { kind, message, ...(entry !== undefined && { entry }), ...(reason !== undefined && { reason }) };
}

/** An error of the operating system when opening a file. It concerns the disk, not the book. */
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

/** Computed in the worker process, because metadata may be long. */
function withDigest(result: ReadResult): ReadResult {
  if (!wasRead(result)) return result;
  const { modifiedUs: _, content: __, ...rest } = result;
  return { ...result, digest: hash('sha256', JSON.stringify(rest), 'base64url') };
}

/** The modification times of volumes do not count. */
function toContentDigest(content: BookContent, encoded: Uint8Array): string {
  const { volumes } = content;
  const timeless = volumes && encodeContent({ ...content, volumes: volumes.map(withoutTime) });
  return hash('sha256', timeless ?? encoded, 'base64url');
}

const withoutTime = (volume: VolumeFile): VolumeFile => ({ ...volume, modifiedUs: 0 });
