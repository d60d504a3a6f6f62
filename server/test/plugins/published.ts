// Published third-party plugins, packed unchanged.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packFiles } from './made-plugin.ts';

const require = createRequire(import.meta.url);

export function packPublished(name: string): Buffer {
  const folder = dirname(require.resolve(`@ashdev/codex-plugin-${name}/package.json`));
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return packFiles(Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])));
}
