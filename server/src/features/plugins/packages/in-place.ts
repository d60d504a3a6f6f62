// Plugins that run from a server folder allowed by the operator's configuration: programs in any language, and plugins
// in development.

import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { forbidden, Problem, reason } from '#infrastructure/errors.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { packageName, packageVersion, parseDescription } from './description.ts';

/** File that specifies the start command of a program that is not a JavaScript package. */
const programFile = 'lectern-plugin.json';
const maxBytes = 64 * 1024;

const programSchema = z.object({
  name: z.string().regex(packageName),
  version: z.string().regex(packageVersion),
  command: z.array(z.string().min(1).max(1_000)).min(1).max(50),
});

export interface PluginFolder {
  name: string;
  version: string;
  folder: string;
  start: { module: string } | { command: string[] };
}

/** Throws forbidden outside the allowed folders, and validation_failed if the folder is not a plugin. */
export async function readFolder(path: string, allowed: readonly string[]): Promise<PluginFolder> {
  const folder = await toRealPath(path);
  const roots = await Promise.all(allowed.map(toRealPath));
  if (!roots.some((root) => folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep)))
    throw forbidden(reason('plugin_folder_refused', { path }));
  const program = await readSmall(join(folder, programFile));
  if (program !== undefined) {
    const parsed = programSchema.safeParse(parseJson(program.replace(/^\uFEFF/, '')));
    if (!parsed.success) throw refuse(`${programFile} has no valid name, version and command`);
    const { name, version, command } = parsed.data;
    return { name, version, folder, start: { command } };
  }
  const description = parseDescription((await readSmall(join(folder, 'package.json'))) ?? '');
  if (typeof description === 'string') throw refuse(description);
  const { name, version, module } = description;
  return { name, version, folder, start: { module } };
}

const refuse = (what: string) => new Problem('validation_failed', reason('plugin_no_package', { what }));

async function readSmall(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && found.size <= maxBytes ? readFile(path, 'utf8') : undefined;
}
