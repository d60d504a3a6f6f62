// Which folder here holds what a folder of another server held: that server may have run in a container, or on another
// machine. A folder is proposed when most of the books are there.
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { trimSlashes } from '#features/transfer/peer-databases/index.ts';

/** A folder there, and where its contents are here. */
export interface RootMap {
  from: string;
  to: string;
}

const sampleSize = 40;

interface Wanted {
  /** As the other server sees it, with slashes. */
  root: string;
  /** Paths of its books below it. */
  relativePaths: readonly string[];
  maps: readonly RootMap[];
  /** Folders here that may hold libraries. */
  candidates: readonly string[];
}

/** Undefined where nothing is found. A folder that somebody named is taken as it is. */
export async function findRoot({
  root,
  relativePaths,
  maps,
  candidates,
}: Wanted): Promise<string | undefined> {
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

/** By the longest folder that the path lies in. */
export function applyMaps(root: string, maps: readonly RootMap[]): string | undefined {
  const fitting = maps
    .map(({ from, to }) => ({ from: trimSlashes(from), to }))
    .filter(({ from }) => root === from || root.startsWith(`${from}/`))
    .toSorted((a, b) => b.from.length - a.from.length)[0];
  return fitting && join(fitting.to, root.slice(fitting.from.length));
}

/** From all over the list: books of one series stand together. */
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

/** The root that holds the path, and the path below it; undefined when none does. */
export function splitPath(
  path: string,
  roots: readonly string[],
): { root: string; relative: string } | undefined {
  const root = roots
    .filter((one) => path.startsWith(one.endsWith('/') ? one : `${one}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return root === undefined ? undefined : { root, relative: path.slice(root.length).replace(/^\/+/, '') };
}
