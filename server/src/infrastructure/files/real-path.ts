// Real paths, for comparing them.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Absolute and without links; only absolute where nothing is there. */
export const toRealPath = (path: string): Promise<string> =>
  realpath(resolve(path)).catch(() => resolve(path));
