// Sibling folders, such as the features of a group, must not import each other in a cycle. .dependency-cruiser.cjs
// checks files; two folders can form a cycle without a cycle between files.
import { dirname, join } from 'node:path/posix';
import type { Source } from './sources.ts';

/** Returns a message for each pair of folders in `parent` that reach each other. Includes tests and type imports. */
export function findFolderCycles(parent: string, sources: readonly Source[]): string[] {
  const arrows = new Map<string, Set<string>>();
  const toFolder = (path: string) =>
    path.startsWith(`${parent}/`) ? /^([^/]+)\//.exec(path.slice(parent.length + 1))?.[1] : undefined;
  for (const { path, code } of sources) {
    const from = toFolder(path);
    if (!from) continue;
    for (const [, target = ''] of code.matchAll(/(?:from|import\(?) ?'([.#][^']+)'/g)) {
      const to = toFolder(
        target.replace('#', 'server/src/').replace(/^\..*/, (it) => join(dirname(path), it)),
      );
      if (to && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of arrows.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reach(folder)]));
  return [...reached].flatMap(([from, all]) =>
    [...all]
      .filter((to) => from < to && reached.get(to)?.has(from))
      .map((to) => `${parent}: ${from} and ${to} import each other. Move what both need below them`),
  );
}
