// Maps folders of the source server to local folders. The source may have run in a container or on another machine. A
// folder is proposed if it contains most of the books.
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { trimSlashes } from '#features/import/sources/index.ts';

/** A source folder and its local counterpart. */
export interface RootMap {
  from: string;
  to: string;
}

const sampleSize = 40;

interface RootSearch {
  /** Path as seen by the source server, with slashes. */
  root: string;
  /** Book paths relative to the root. */
  relativePaths: readonly string[];
  maps: readonly RootMap[];
  /** Local folders that may contain libraries. */
  candidates: readonly string[];
}

/** Returns undefined if no folder is found. A folder specified by the user is not checked. */
export async function findRoot({
  root,
  relativePaths,
  maps,
  candidates,
}: RootSearch): Promise<string | undefined> {
  const named = applyMaps(root, maps);
  if (named !== undefined) return named;
  const sample = takeSample(relativePaths);
  const names = [...new Set([root, ...candidates, ...candidates.map((one) => join(one, basename(root)))])];
  let best: { path: string; share: number } | undefined;
  for (const path of names.filter((one) => isAbsolute(one))) {
    const share = await countThere(path, sample);
    if (share > 0.5 && share > (best?.share ?? 0)) best = { path, share };
  }
  return best?.path;
}

/** Uses the longest mapped folder that contains the path. */
export function applyMaps(root: string, maps: readonly RootMap[]): string | undefined {
  const fitting = maps
    .map(({ from, to }) => ({ from: trimSlashes(from), to }))
    .filter(({ from }) => root === from || root.startsWith(`${from}/`))
    .toSorted((a, b) => b.from.length - a.from.length)[0];
  return fitting && join(fitting.to, root.slice(fitting.from.length));
}

/** Samples the whole list, because books of one series are adjacent. */
function takeSample(paths: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(paths.length / sampleSize));
  return paths.filter((_, i) => i % step === 0).slice(0, sampleSize);
}

async function countThere(folder: string, relativePaths: readonly string[]): Promise<number> {
  if (relativePaths.length === 0) return 0;
  const found = await Promise.all(
    relativePaths.map((path) =>
      stat(join(folder, path)).then(
        (one) => one.isFile() || one.isDirectory(),
        () => false,
      ),
    ),
  );
  return found.filter(Boolean).length / relativePaths.length;
}

/** Returns the root that contains the path and the relative path. Undefined if no root does. */
export function splitPath(
  path: string,
  roots: readonly string[],
): { root: string; relative: string } | undefined {
  const root = roots
    .filter((one) => path.startsWith(one.endsWith('/') ? one : `${one}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return root === undefined ? undefined : { root, relative: path.slice(root.length).replace(/^\/+/, '') };
}
