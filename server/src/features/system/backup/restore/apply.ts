// Replaces the data folder's contents by the staged backup. The steps are written to a journal before they begin, so
// that a start after a power cut continues them; nothing is deleted, the former data are set aside.
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

/** Where the data that replace those of a data folder are staged. */
export const toRestoreFolder = ({ dataDir, databaseFile }: DataFolders): RestoreFolder => ({
  folder: join(dataDir, 'restoring'),
  databaseFile: `${databaseFile}.restoring`,
});

const noteOf = (dataDir: string) => join(dataDir, 'restore.json');

interface Plan {
  folders: DataFolders;
  hasCovers: boolean;
  /** Names the folder that the former data are moved to. */
  startedAt: Date;
  backup: string;
  by: RestoreNote['by'];
}

/** Writes the journal of applying the staged data. Returns the folder that the former data will be in. */
export function planTaking({ folders, hasCovers, startedAt, backup, by }: Plan): string {
  const { dataDir, databaseFile } = folders;
  const stage = toRestoreFolder(folders);
  const name = `before-restore-${startedAt.toISOString().replaceAll(':', '-')}`;
  const setAside = join(dataDir, name);
  const isElsewhere = dirname(databaseFile) !== dataDir;
  const ofFolder = (folder: string) => ({
    staged: join(stage.folder, folder),
    target: join(dataDir, folder),
    aside: join(setAside, folder),
  });
  // Thumbnails belong to the covers that are set aside; they are generated again.
  mkdirSync(join(stage.folder, 'thumbnails'), { recursive: true });
  const moves = [
    {
      staged: stage.databaseFile,
      target: databaseFile,
      aside: isElsewhere ? `${databaseFile}.${name}` : join(setAside, 'lectern.db'),
    },
    ...(hasCovers ? [ofFolder('covers')] : []),
    ofFolder('thumbnails'),
  ];
  write(dataDir, { state: 'ready', moves, setAside, backup, by });
  return setAside;
}

/**
 * Applies what the journal says, or continues it. Returns the result, undefined when there was nothing to do. Nobody
 * else may use the data meanwhile. Throws StartError when the journal cannot be read.
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

/** Removes the staged data of a restore that was interrupted before its journal. Not while one is being prepared. */
export function removeUnplanned(folders: DataFolders): void {
  const { folder, databaseFile } = toRestoreFolder(folders);
  rmSync(folder, { recursive: true, force: true });
  for (const end of stagedEnds) rmSync(databaseFile + end, { force: true });
}

/** Removes the journal after the restore was recorded. */
export const forgetAppliedRestore = (dataDir: string): void => rmSync(noteOf(dataDir), { force: true });

/** Each step is idempotent: data that are no longer staged are in place already. */
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
      `A restore was begun, but ${path} cannot be read; remove that file to start with what is there`,
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

/** Renames are durable after their folder was synced. Not every system lets a folder be opened. */
function settle(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    fsyncSync(opened);
    closeSync(opened);
  } catch {
    // Such systems keep the order of renames themselves.
  }
}
