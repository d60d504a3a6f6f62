// Real paths, for comparing them.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Absolute and without links. Resolves the upper folders of a path that is missing or denied. */
export async function toRealPath(path: string): Promise<string> {
  const absolute = resolve(path);
  const parent = dirname(absolute);
  return realpath(absolute).catch(async () =>
    parent === absolute ? absolute : join(await toRealPath(parent), basename(absolute)),
  );
}
