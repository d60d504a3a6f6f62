// Exports all user data to open file formats (docs/guides/export.md), from one consistent state of the database.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { readOneMoment } from '#infrastructure/database/one-moment.ts';
import { StartError, systemCodeOf } from '#infrastructure/errors.ts';
import { explainFault, toPathError, toSentence } from '#infrastructure/files/faults/explain.ts';
import { findFolderFault } from '#infrastructure/files/faults/find.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { version } from '#infrastructure/version.ts';
import { writeCopies } from './copies.ts';
import { Folder } from './files.ts';
import { writePeople } from './people.ts';
import { formatName, formatVersion, type Manifest, toJsonSchemas } from './records.ts';
import { listDecidedCreditPages, listDifferentBooks } from './store/duplicates.ts';
import {
  listBooks,
  listCollections,
  listCovers,
  listLibraries,
  listReadLists,
  listSeries,
  listSettings,
  listSharingTags,
} from './store/library.ts';
import { listPanelCorrections } from './store/panels.ts';

export {
  type CommonRecords,
  commonRecords,
  formatVersion,
  type Manifest,
  manifestSchema,
  type PersonalRecords,
  personalRecords,
} from './records.ts';

export interface ExportOptions {
  /** Includes hashes of passwords and API keys, so that both keep working after an import. */
  secrets: boolean;
}

export type Counts = Manifest['counts'];

/**
 * Writes an export to `target`, which must be missing or empty. The server may be running. Throws StartError and leaves
 * `target` empty if it fails.
 */
export async function exportTo(
  target: string,
  config: Config,
  options: ExportOptions & { now?: Date },
): Promise<Counts> {
  const unfinished = `${target}.part`;
  try {
    await requireFree(target);
    await rm(unfinished, { recursive: true, force: true });
    const fault = findFolderFault(dirname(target));
    if (fault !== undefined)
      throw new StartError(
        toSentence(
          explainFault(fault, { what: 'The folder of the export', path: dirname(target), access: 'write' }),
        ),
      );
    makeFolder(dirname(target));
    await mkdir(unfinished, { mode: 0o700 });
    const counts = await readOneMoment(config, (db) => writeAll(db, new Folder(unfinished), options));
    await rm(target, { recursive: true, force: true });
    await rename(unfinished, target);
    return counts;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    throw toStartError(error, target);
  }
}

async function requireFree(target: string): Promise<void> {
  const names = await readdir(target).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    if (systemCodeOf(error) === 'ENOTDIR')
      throw new StartError(`${target} is a file or below a file. Specify a new folder`);
    throw error;
  });
  if (names.length > 0) throw new StartError(`${target} is not empty. Specify a new folder`);
}

async function writeAll(
  db: Db,
  folder: Folder,
  { secrets, now = new Date() }: ExportOptions & { now?: Date },
): Promise<Counts> {
  const counts: Counts = {};
  const readLists = await listReadLists(db);
  const lists = {
    libraries: await listLibraries(db),
    'sharing-tags': await listSharingTags(db),
    series: listSeries(db),
    books: listBooks(db),
    collections: await listCollections(db),
    'read-lists': readLists,
    settings: await listSettings(db),
    'different-books': await listDifferentBooks(db),
    'credit-pages': await listDecidedCreditPages(db),
    'panel-corrections': await listPanelCorrections(db),
    covers: writeCovers(db, folder),
  };
  for (const [name, records] of Object.entries(lists))
    counts[name] = await folder.writeLines(`${name}.jsonl`, records);
  Object.assign(counts, await writePeople(db, folder, { secrets }));
  Object.assign(counts, await writeCopies(db, folder, readLists));
  await folder.write('schema.json', `${JSON.stringify(toJsonSchemas(), null, 2)}\n`);
  const manifest: Manifest = {
    format: formatName,
    version: formatVersion,
    program: version,
    exportedAt: now.toISOString(),
    secrets,
    counts,
    files: folder.listFiles(),
  };
  // Written last: its presence marks a complete export.
  await folder.write('export.json', `${JSON.stringify(manifest, null, 2)}\n`);
  return counts;
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

async function* writeCovers(db: Db, folder: Folder) {
  for await (const { bytes, mediaType, ...cover } of listCovers(db)) {
    const file = `covers/${cover.id}.${endings[mediaType] ?? 'bin'}`;
    await folder.write(file, bytes);
    yield { ...cover, file };
  }
}

const toStartError = (error: unknown, target: string): unknown =>
  toPathError(error, { what: 'The export folder', path: target, access: 'write' });
