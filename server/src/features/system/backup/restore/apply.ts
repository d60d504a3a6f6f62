// Replaces the data folder's contents by the staged backup. The steps are written to a journal first, so that a start
// after a power failure continues them. Nothing is deleted; the former data are set aside.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#infrastructure/errors.ts';
import { type RestoreFolder, stagedEnds } from './prepare.ts';

const noteSchema = z.object({
  /** `taken` until the next start has recorded the restore. */
  state: z.enum(['ready', 'taken']),
  moves: z.array(z.object({ staged: z.string(), target: z.string(), aside: z.string() })),
  /** Folder of the former data. */
  setAside: z.string(),
  backup: z.string(),
  by: z.object({ userId: z.string(), address: z.string() }).nullable(),
});
export type RestoreNote = z.infer<typeof noteSchema>;

export interface DataFolders {
  dataDir: string;
  databaseFile: string;
}

/** Returns the folder in which the replacement data are staged. */
export const toRestoreFolder = ({ dataDir, databaseFile }: DataFolders): RestoreFolder => ({
  folder: join(dataDir, 'restoring'),
  databaseFile: `${databaseFile}.restoring`,
});

const noteOf = (dataDir: string) => join(dataDir, 'restore.json');

interface Plan {
  folders: DataFolders;
  /** Determines the name of the folder for the former data. */
  startedAt: Date;
  backup: string;
  by: RestoreNote['by'];
}

/** Writes the journal of the replacement. Returns the future folder of the former data. */
export function planTaking({ folders, startedAt, backup, by }: Plan): string {
  const { dataDir, databaseFile } = folders;
  const stage = toRestoreFolder(folders);
  const name = `before-restore-${startedAt.toISOString().replaceAll(':', '-')}`;
  const setAside = join(dataDir, name);
  const isElsewhere = dirname(databaseFile) !== dataDir;
  // Thumbnails belong to the covers that are set aside; they are generated again.
  mkdirSync(join(stage.folder, 'thumbnails'), { recursive: true });
  const moves = [
    {
      staged: stage.databaseFile,
      target: databaseFile,
      aside: isElsewhere ? `${databaseFile}.${name}` : join(setAside, 'lectern.db'),
    },
    {
      staged: join(stage.folder, 'thumbnails'),
      target: join(dataDir, 'thumbnails'),
      aside: join(setAside, 'thumbnails'),
    },
  ];
  write(dataDir, { state: 'ready', moves, setAside, backup, by });
  return setAside;
}

/**
 * Applies or continues the journal. Returns the result, or undefined if there is no journal. No other process may use
 * the data meanwhile. Throws StartError if the journal cannot be read.
 */
export function applyRestore(dataDir: string): RestoreNote | undefined {
  const note = read(dataDir);
  if (note?.state !== 'ready') return note;
  mkdirSync(note.setAside, { recursive: true });
  for (const move of note.moves) take(move);
  for (const folder of new Set(note.moves.flatMap(({ target, aside }) => [dirname(target), dirname(aside)])))
    settle(folder);
  const taken: RestoreNote = { ...note, state: 'taken' };
  write(dataDir, taken);
  rmSync(join(dataDir, 'restoring'), { recursive: true, force: true });
  return taken;
}

/**
 * Deletes the staged data of a restore that was interrupted before its journal was written. Do not call it while a
 * restore is being prepared.
 */
export function removeUnplanned(folders: DataFolders): void {
  const { folder, databaseFile } = toRestoreFolder(folders);
  rmSync(folder, { recursive: true, force: true });
  for (const end of stagedEnds) rmSync(databaseFile + end, { force: true });
}

/** Deletes the journal after the restore was recorded. */
export const forgetAppliedRestore = (dataDir: string): void => rmSync(noteOf(dataDir), { force: true });

/** Each step is idempotent: data that are no longer staged are already in place. */
function take({ staged, target, aside }: RestoreNote['moves'][number]): void {
  if (!existsSync(staged)) return;
  mkdirSync(dirname(target), { recursive: true });
  // SQLite would apply the write-ahead log of the former database to the new one.
  for (const end of ['-wal', '-shm', '']) {
    if (existsSync(target + end)) renameSync(target + end, aside + end);
  }
  renameSync(staged, target);
}

function read(dataDir: string): RestoreNote | undefined {
  const path = noteOf(dataDir);
  if (!existsSync(path)) return undefined;
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new StartError(
      `A restore was started, but ${path} cannot be read; delete that file to start with the current data`,
      { cause },
    );
  }
}

function write(dataDir: string, note: RestoreNote): void {
  const path = noteOf(dataDir);
  writeFileSync(`${path}.part`, `${JSON.stringify(note, null, 2)}\n`, { flush: true });
  renameSync(`${path}.part`, path);
  settle(dataDir);
}

/** Syncs a folder to make its renames durable. Not every system allows opening a folder. */
function settle(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    fsyncSync(opened);
    closeSync(opened);
  } catch {
    // Such systems preserve the order of renames themselves.
  }
}
