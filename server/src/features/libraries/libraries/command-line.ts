// Folders given on the command line: each becomes a library once.
import { basename } from 'node:path';
import type { Library } from '@lectern/contract/libraries/libraries';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem, StartError } from '#infrastructure/errors.ts';
import { explainFault, toSentence } from '#infrastructure/files/faults/explain.ts';
import { findFault } from '#infrastructure/files/faults/find.ts';
import { checkPath, findOverlap, type LibraryBounds } from './paths.ts';
import type { LibraryService } from './service.ts';

const everything = { page: 1, pageSize: 10_000 };

export class CommandLineLibraries {
  readonly #libraries: LibraryService;
  readonly #bounds: LibraryBounds;

  constructor(libraries: LibraryService, bounds: LibraryBounds) {
    this.#libraries = libraries;
    this.#bounds = bounds;
  }

  /** Returns the folders as libraries store them. Throws StartError for the first unusable folder. */
  async check(folders: readonly string[]): Promise<string[]> {
    const paths: string[] = [];
    const taken = await this.#listRoots();
    for (const folder of folders) {
      const { path, issue } = await checkPath(folder, '--library', this.#bounds);
      if (issue) throw new StartError(explainFolder(path) ?? `--library: ${issue.message}`);
      if (paths.includes(path)) continue;
      const isKnown = taken.some((root) => root.path === path);
      const others = [...taken, ...paths.map((other) => ({ path: other }))];
      const overlap = isKnown ? undefined : others.flatMap((other) => findOverlap(path, other) ?? [])[0];
      if (overlap) throw new StartError(`--library: ${overlap.message} Remove one of them.`);
      paths.push(path);
    }
    return paths;
  }

  /** Returns the libraries of these folders and creates missing ones. Throws StartError. */
  async add(folders: readonly string[]): Promise<Library[]> {
    const added: Library[] = [];
    for (const path of await this.check(folders)) added.push(await this.#add(path).catch(explain));
    return added;
  }

  async #listRoots(): Promise<{ path: string; libraryName: string }[]> {
    const { libraries: all } = await this.#libraries.list(system, everything);
    return all.flatMap(({ name, paths }) => paths.map((path) => ({ path, libraryName: name })));
  }

  async #add(path: string): Promise<Library> {
    const { libraries: all } = await this.#libraries.list(system, everything);
    const known = all.find((library) => library.paths.includes(path));
    if (known) return known;
    const taken = new Set(all.map(({ name }) => name.toLowerCase()));
    const wanted = (basename(path) || 'Library').slice(0, 200);
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} (${n})`;
    return this.#libraries.create(system, { name, path, scanImmediately: false });
  }
}

/** Why a folder cannot be read, with the command for this account, its owner and mode. */
function explainFolder(path: string): string | undefined {
  const fault = findFault(path, { access: 'read', isFolder: true });
  const what = '--library: the folder';
  return fault && toSentence(explainFault(fault, { what, path, access: 'read' }));
}

function explain(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new StartError(`--library: ${error.message.replace(/^body\.path: /, '')}`, { cause: error });
}
