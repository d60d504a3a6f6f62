// Paths without links, as they are compared with one another.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Absolute and without links; only absolute where nothing is there. */
export const toRealPath = (path: string): Promise<string> =>
  realpath(resolve(path)).catch(() => resolve(path));
