// Reads the contents of a backup from its index. Only the manifest is decompressed here. A file with unknown entries is
// rejected.

import { backupDatabaseName, backupManifestName } from '@lectern/formats/archive/backup';
import type { ArchiveEntry } from '@lectern/formats/archive/entry';
import { readZipIndex } from '@lectern/formats/archive/zip/directory';
import { readZipEntry } from '@lectern/formats/archive/zip/read';
import { defaultLimits, type Limits } from '@lectern/formats/limits';
import type { ByteSource } from '@lectern/formats/source';
import { z } from 'zod';
import { BackupRefused } from './refusal.ts';

const MiB = 1024 * 1024;

/** A backup has two entries; a few more are read, so that the refusal names the unexpected one. */
const limits: Limits = { ...defaultLimits, maxEntries: 100, maxIndexBytes: MiB, maxEntryBytes: MiB };
/** Maximum compression ratio: databases compress to a fifth, zip bombs to a thousandth. */
const maxRatio = 200;
const ratioFreeBytes = 64 * MiB;

export const manifestName = backupManifestName;
export const databaseName = backupDatabaseName;

const manifestSchema = z.object({
  program: z.literal('lectern'),
  version: z.string().max(100),
  schema: z.string().max(200),
  madeAt: z.iso.datetime({ precision: 3 }),
  database: z.literal(databaseName),
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface Contents {
  manifest: Manifest;
  database: ArchiveEntry;
  /** Declared size of the decompressed contents in bytes. */
  sizeBytes: number;
}

/** Throws BackupRefused, and FormatError for a damaged zip. */
export function readContents(source: ByteSource): Contents {
  const { entries } = readZipIndex(source, limits);
  const seen = new Set<string>();
  let sizeBytes = 0;
  for (const entry of entries) {
    checkEntry(entry);
    if (seen.has(entry.name)) throw unexpected(`${entry.name} twice`);
    seen.add(entry.name);
    sizeBytes += entry.sizeBytes;
    if (entry.name !== manifestName && entry.name !== databaseName) throw unexpected(entry.name);
  }
  const find = (name: string) => entries.find((entry) => entry.name === name);
  const manifest = find(manifestName);
  const database = find(databaseName);
  if (!manifest || !database)
    throw new BackupRefused('not_a_backup', 'This ZIP archive is not a Lectern backup.');
  return { manifest: readManifest(source, manifest), database, sizeBytes };
}

function checkEntry({
  name,
  isEncrypted,
  isSymlink,
  isDirectory,
  method,
  sizeBytes,
  packedBytes,
}: ArchiveEntry) {
  const isPlain = method === 'stored' || method === 'deflate';
  if (isEncrypted || isSymlink || isDirectory || !isPlain) throw unexpected(name);
  if (sizeBytes > ratioFreeBytes && sizeBytes > packedBytes * maxRatio)
    throw new BackupRefused(
      'too_large',
      `The entry ${name.slice(0, 100)} has an implausibly high compression ratio`,
    );
}

const unexpected = (what: string) =>
  new BackupRefused(
    'unexpected_content',
    `The file contains data that does not belong to a backup: ${what.slice(0, 100)}`,
  );

function readManifest(source: ByteSource, entry: ArchiveEntry): Manifest {
  const text = Buffer.from(readZipEntry(source, entry, limits)).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BackupRefused('not_a_backup', 'The manifest of the backup is missing.', cause);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new BackupRefused('not_a_backup', 'The manifest of the backup is invalid.');
  return parsed.data;
}
