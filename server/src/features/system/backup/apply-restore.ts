// Puts what was staged in the place of what is there. What is to be done is written down before it is begun, so that
// a start after a power cut goes on where it stood; nothing is deleted, what was there is set aside.
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
import { type RestoreFolder, stagedEnds } from './prepare-restore.ts';

const noteSchema = z.object({
  /** `taken` until the next start has recorded it. */
  state: z.enum(['ready', 'taken']),
  moves: z.array(z.object({ staged: z.string(), target: z.string(), aside: z.string() })),
  /** Folder that what was there is in. */
  setAside: z.string(),
  backup: z.string(),
  by: z.object({ userId: z.string(), address: z.string() }).nullable(),
});
export type RestoreNote = z.infer<typeof noteSchema>;

export interface DataFolders {
  dataDir: string;
  databaseFile: string;
}

/** Where the data that take the place of those of a data folder are prepared. */
export const toRestoreFolder = ({ dataDir, databaseFile }: DataFolders): RestoreFolder => ({
  folder: join(dataDir, 'restoring'),
  databaseFile: `${databaseFile}.restoring`,
});

const noteOf = (dataDir: string) => join(dataDir, 'restore.json');

interface Plan {
  folders: DataFolders;
  hasCovers: boolean;
  /** Names the folder that the old data are moved to. */
  moment: Date;
  backup: string;
  by: RestoreNote['by'];
}

/** Writes down that what is staged is to be taken. Gives the folder that the old data will be in. */
export function planTaking({ folders, hasCovers, moment, backup, by }: Plan): string {
  const { dataDir, databaseFile } = folders;
  const stage = toRestoreFolder(folders);
  const name = `before-restore-${moment.toISOString().replaceAll(':', '-')}`;
  const setAside = join(dataDir, name);
  const isElsewhere = dirname(databaseFile) !== dataDir;
  const ofFolder = (folder: string) => ({
    staged: join(stage.folder, folder),
    target: join(dataDir, folder),
    aside: join(setAside, folder),
  });
  // Small pictures are of the covers that are set aside; they are made again.
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
 * Does what was planned, or goes on with it. Gives what has become of it, undefined when there was nothing to do.
 * Nobody else may use the data meanwhile. Throws StartError when the note cannot be read.
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

/** Removes what a restore left that was cut off before it was written down. Not while one is being prepared. */
export function removeUnplanned(folders: DataFolders): void {
  const { folder, databaseFile } = toRestoreFolder(folders);
  rmSync(folder, { recursive: true, force: true });
  for (const end of stagedEnds) rmSync(databaseFile + end, { force: true });
}

/** What was taken is recorded elsewhere by now. */
export const forgetAppliedRestore = (dataDir: string): void => rmSync(noteOf(dataDir), { force: true });

/** Each step once, however often it is begun: what is not staged any more is in its place already. */
function take({ staged, target, aside }: RestoreNote['moves'][number]): void {
  if (!existsSync(staged)) return;
  mkdirSync(dirname(target), { recursive: true });
  // The end of the log of an old database would be laid over the new one.
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

/** Renames are on the disk once their folder is. Not every system lets a folder be opened. */
function settle(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    fsyncSync(opened);
    closeSync(opened);
  } catch {
    // The system keeps its own order.
  }
}
