// The files of packages on this server, below the data folder: written whole or not at all, once for each archive.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { readPackage } from './package-file.ts';

interface Wanted {
  pluginId: string;
  archiveHash: string;
  /** Called where the files are not here yet. */
  loadArchive(): Promise<Uint8Array>;
}

const filesFolder = 'plugins';
const dataFolder = 'plugin-data';

/** The folder that a plugin may write. */
export const toDataFolder = (dataDir: string, pluginId: string): string =>
  resolve(dataDir, dataFolder, pluginId);

/** The folder with the files of the archive. Those of other archives of the plugin are removed. */
export async function unpackOnce(
  dataDir: string,
  { pluginId, archiveHash, loadArchive }: Wanted,
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
    // Another process of this data folder was faster.
    if (!['EEXIST', 'ENOTEMPTY'].includes(systemCodeOf(error) ?? '')) throw error;
  });
  for (const name of await readdir(home))
    if (join(home, name) !== folder) await rm(join(home, name), { recursive: true, force: true });
  return folder;
}

/** Everything that this server has of a plugin on its disk. */
export async function removeFiles(dataDir: string, pluginId: string): Promise<void> {
  await rm(resolve(dataDir, filesFolder, pluginId), { recursive: true, force: true });
  await rm(toDataFolder(dataDir, pluginId), { recursive: true, force: true });
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
