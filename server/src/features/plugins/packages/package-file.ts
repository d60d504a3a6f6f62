// Extracts the files of a package archive (gzipped tar, the format of package registries).
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ArchiveEntry } from '@lectern/formats/archive/entry';
import { readTarIndex } from '@lectern/formats/archive/tar/read-index';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';
import { Problem, reason } from '#infrastructure/errors.ts';
import { type PackageDescription, parseDescription } from './description.ts';

export const maxArchiveBytes = 20 * 1024 ** 2;
const maxUnpackedBytes = 100 * 1024 ** 2;
const maxFiles = 2_000;

interface PackageFile {
  /** Relative path with forward slashes; each part is a plain name. */
  path: string;
  bytes: Uint8Array;
}

export interface Package extends PackageDescription {
  files: PackageFile[];
}

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

const refuse = (what: string, cause?: unknown) =>
  new Problem('validation_failed', reason('plugin_no_package', { what }), { cause });

/** Throws payload_too_large, or validation_failed if the archive is not a package with a Node.js program. */
export async function readPackage(archive: Uint8Array): Promise<Package> {
  if (archive.length > maxArchiveBytes)
    throw new Problem('payload_too_large', reason('plugin_too_large', { max: maxArchiveBytes / 1024 ** 2 }));
  const tar = await inflate(archive, { maxOutputLength: maxUnpackedBytes }).catch((cause: unknown) => {
    throw refuse('it is not a gzip file, or its contents are too large', cause);
  });
  const files = listFiles(tar);
  const description = files.find(({ path }) => path === 'package.json');
  if (!description) throw refuse('it has no package.json');
  const parsed = parseDescription(Buffer.from(description.bytes).toString('utf8'));
  if (typeof parsed === 'string') throw refuse(parsed);
  if (!files.some(({ path }) => path === parsed.module)) throw refuse(`it has no ${parsed.module}`);
  return { ...parsed, files };
}

function listFiles(tar: Buffer): PackageFile[] {
  const entries = readEntries(tar).filter(({ isDirectory }) => !isDirectory);
  if (entries.length > maxFiles) throw refuse(`it has more than ${maxFiles} files`);
  return entries.map((entry) => {
    if (entry.isSymlink || entry.method !== 'stored') throw refuse('it has links');
    return { path: toPath(entry.name), bytes: tar.subarray(entry.offset, entry.offset + entry.sizeBytes) };
  });
}

function readEntries(tar: Buffer): ArchiveEntry[] {
  try {
    return readTarIndex(bytesSource(tar), defaultLimits).entries;
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw refuse('it is damaged', cause);
  }
}

/** Allowed file names in packages. Leading dots are rejected, which also excludes `.` and `..`. */
const part = /^[A-Za-z0-9_@+~-][A-Za-z0-9_@.+~() -]{0,199}$/;

const hidden = /^\.[a-z][A-Za-z0-9_.-]{0,99}$/;

/** Removes the first folder, named `package` by registries. */
function toPath(name: string): string {
  const [, ...parts] = name.split('/');
  if (parts.length === 0 || parts.length > 20 || !parts.every((one) => part.test(one) || hidden.test(one)))
    throw refuse(`it contains an unsupported file name: ${name.slice(0, 100)}`);
  return parts.join('/');
}
