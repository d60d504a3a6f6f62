// Resolves library folders that files are written into and moved between. No returned path leaves the root or is inside
// one of the server's own folders, by path and by device and inode. Paths and names are text in the form of names.ts.
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import { basename } from 'node:path';
import { conflict, forbidden, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import { toPlaceProblem } from '../faults/problems.ts';
import { toCopyName, toDisplayName, toNameText, toNativeName } from '../names.ts';
import { isWithin, type OwnFolders } from '../own-folders.ts';
import { findNameIn, listNames, look } from './moving.ts';
import { makeFolder, placeFile, syncFolder } from './new-files.ts';

export interface Located {
  /** The real path of the deepest folder that exists. */
  path: string;
  /** The names of all folders, with the case on the disk for existing folders. */
  names: string[];
  /** The names of missing folders. */
  missing: string[];
}

interface Walk {
  /** Creates missing folders. */
  create?: boolean;
  /** Rejects links, even inside the root. */
  refuseLinks?: boolean;
}

export class TargetFolders {
  readonly #own: OwnFolders;

  constructor(own: OwnFolders) {
    this.#own = own;
  }

  /**
   * Returns the real path of a folder below a root. Throws `conflict` if it is missing and must not be created or if it
   * is a file, and `forbidden` if a link leads out of the root or the folder belongs to the server.
   */
  async open(root: string, folder: string, { create = false } = {}): Promise<string> {
    const { path, missing } = await this.#walk(root, toNames(folder), { create });
    if (missing.length > 0) throw conflict(reason('folder_missing', { path: toDisplayName(folder) }));
    return path;
  }

  /** Returns how far a folder below a root exists. Throws like `open`. */
  locate(root: string, names: readonly string[]): Promise<Located> {
    return this.#walk(root, names, {});
  }

  /** Same as `locate`, but throws `forbidden` for every link, because the files behind it are in another folder. */
  locateWithoutLinks(root: string, names: readonly string[]): Promise<Located> {
    return this.#walk(root, names, { refuseLinks: true });
  }

  /** Returns the names of the folders in a folder that `open` returned, without the server's own folders. */
  async listFolderNames(folder: string): Promise<string[]> {
    const isOwn = await this.#own.createCheck();
    const entries = await readdir(toNativeName(folder), { withFileTypes: true, encoding: 'buffer' });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => toNameText(name));
    const own = await Promise.all(names.map((name) => isOwn(`${folder}/${name}`)));
    return names.filter((_, i) => !own[i]);
  }

  /** Moves an entry to a name that no other process can use, such as one in a new folder. */
  async moveEntry(from: string, to: string): Promise<void> {
    await this.#refuseAround(from);
    try {
      await rename(toNativeName(from), toNativeName(to));
    } catch (error) {
      if (systemCodeOf(error) !== 'EXDEV') throw error;
      await this.#copy(from, to);
      await rm(toNativeName(from), { recursive: true });
    }
    await syncFolder(toNativeName(parentOf(to)));
    await syncFolder(toNativeName(parentOf(from)));
  }

  /**
   * Moves an entry to a name in a folder. Returns false if the name is taken, in any case. An entry of another file
   * system is copied and appears in one step.
   */
  async moveInto(from: string, folder: string, name: string): Promise<boolean> {
    await this.#refuseAround(from);
    if ((await findNameIn(folder, name)) !== undefined) return false;
    const isFolder = (await lstat(toNativeName(from))).isDirectory();
    const to = `${folder}/${name}`;
    try {
      return await place(from, to, isFolder);
    } catch (error) {
      if (systemCodeOf(error) !== 'EXDEV') throw error;
    }
    const beside = `${folder}/${toCopyName(newId())}`;
    try {
      await this.#copy(from, beside);
      if (!(await place(beside, to, isFolder))) return false;
    } finally {
      await rm(toNativeName(beside), { recursive: true, force: true });
    }
    await rm(toNativeName(from), { recursive: true });
    return true;
  }

  /** A folder that contains one of the server's own folders would move it as well. */
  async #refuseAround(path: string): Promise<void> {
    if (!(await look(path))?.isDirectory()) return;
    if ((await this.#own.relate(path)) === undefined) return;
    throw ofServer(basename(path));
  }

  /** Copies completely and durably, or not at all. */
  async #copy(from: string, to: string): Promise<void> {
    try {
      await copyTree(from, to, await this.#own.createCheck());
    } catch (error) {
      await rm(toNativeName(to), { recursive: true, force: true });
      throw error;
    }
  }

  async #walk(root: string, given: readonly string[], { create, refuseLinks }: Walk): Promise<Located> {
    const top = await toReal(root).catch((error: unknown) => {
      throw toPlaceProblem(error, { path: root });
    });
    const refuse = (names: readonly string[]) => ofServer(names.join('/') || basename(root));
    if (await this.#own.isInside(top)) throw refuse([]);
    const isOwn = await this.#own.createCheck();
    const names: string[] = [];
    let path = top;
    for (const [i, name] of given.entries()) {
      const known = await findNameIn(path, name);
      names.push(known ?? name);
      const next = `${path}/${known ?? name}`;
      if (known === undefined && !create) {
        const missing = given.slice(i);
        const all = [...names, ...missing.slice(1)];
        if (this.#own.holds([path, ...missing].join('/'))) throw refuse(all);
        return { path, names: all, missing };
      }
      if (known === undefined) {
        if (this.#own.holds(next)) throw refuse(names);
        await makeFolder(toNativeName(next));
      }
      path = await follow(next, { top, names, refuseLinks: refuseLinks === true });
      // A link may lead below an own folder.
      if (path === next ? await isOwn(path) : await this.#own.isInside(path)) throw refuse(names);
    }
    return { path, names, missing: [] };
  }
}

const ofServer = (path: string) => forbidden(reason('folder_of_server', { path: toDisplayName(path) }));

const toNames = (folder: string): string[] => (folder === '' ? [] : folder.split('/'));

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const toReal = async (path: string): Promise<string> =>
  toNameText(await realpath(toNativeName(path), 'buffer'));

async function follow(
  path: string,
  { top, names, refuseLinks }: { top: string; names: readonly string[]; refuseLinks: boolean },
): Promise<string> {
  const shown = { path: toDisplayName(names.join('/')) };
  const outside = () => forbidden(reason('upload_outside', shown));
  if (refuseLinks && (await look(path))?.isSymbolicLink()) throw outside();
  const real = await toReal(path).catch(() => undefined);
  if (real === undefined || !isWithin(real, top)) throw outside();
  if (!(await stat(toNativeName(real))).isDirectory()) throw conflict(reason('folder_is_file', shown));
  return real;
}

async function place(from: string, to: string, isFolder: boolean): Promise<boolean> {
  if (!isFolder) return placeFile(toNativeName(from), toNativeName(to));
  try {
    // Replaces nothing except an empty folder.
    await rename(toNativeName(from), toNativeName(to));
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return false;
    throw error;
  }
  await syncFolder(toNativeName(parentOf(to)));
  return true;
}

/** Rejects a server folder, which a bind mount may show below the copied folder. */
async function copyTree(from: string, to: string, isOwn: (path: string) => Promise<boolean>): Promise<void> {
  const source = toNativeName(from);
  const target = toNativeName(to);
  const facts = await lstat(source);
  if (facts.isSymbolicLink()) return symlink(await readlink(source, 'buffer'), target);
  if (facts.isDirectory()) {
    if (await isOwn(from)) throw ofServer(basename(from));
    await mkdir(target);
    for (const name of await listNames(from)) await copyTree(`${from}/${name}`, `${to}/${name}`, isOwn);
    await syncFolder(target);
  } else {
    await copyFile(source, target, constants.COPYFILE_EXCL);
    const handle = await open(target, 'r');
    await handle.sync().finally(() => handle.close());
  }
  await chmod(target, facts.mode & 0o777).catch(() => {});
  await utimes(target, facts.atime, facts.mtime).catch(() => {});
}
