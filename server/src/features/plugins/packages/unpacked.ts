// Extracted package files in the data folder. Each archive is extracted once and atomically.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { readPackage } from './package-file.ts';

interface ExtractRequest {
  pluginId: string;
  archiveHash: string;
  /** Called if the files are not extracted yet. */
  loadArchive(): Promise<Uint8Array>;
}

const filesFolder = 'plugins';
const dataFolder = 'plugin-data';

/** Returns the folder that the plugin may write to. */
export const toDataFolder = (dataDir: string, pluginId: string): string =>
  resolve(dataDir, dataFolder, pluginId);

/** Returns the folder with the files of the archive. Deletes the files of the plugin's other archives. */
export async function unpackOnce(
  dataDir: string,
  { pluginId, archiveHash, loadArchive }: ExtractRequest,
): Promise<string> {
  const home = resolve(dataDir, filesFolder, pluginId);
  const folder = join(home, archiveHash.slice(0, 32));
  if (await isFolder(folder)) return folder;
  const { files } = await readPackage(await loadArchive());
  const unfinished = join(home, `.unfinished-${randomUUID()}`);
  for (const { path, bytes } of files) {
    const target = join(unfinished, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { mode: 0o600 });
  }
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    // Another process with the same data folder created it first.
    if (!['EEXIST', 'ENOTEMPTY'].includes(systemCodeOf(error) ?? '')) throw error;
  });
  for (const name of await readdir(home))
    if (join(home, name) !== folder) await rm(join(home, name), { recursive: true, force: true });
  return folder;
}

/** Deletes all files of a plugin on this server. */
export async function removeFiles(dataDir: string, pluginId: string): Promise<void> {
  await rm(resolve(dataDir, filesFolder, pluginId), { recursive: true, force: true });
  await rm(toDataFolder(dataDir, pluginId), { recursive: true, force: true });
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
