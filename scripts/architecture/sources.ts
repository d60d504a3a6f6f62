// Sources for the architecture checks.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Source {
  path: string;
  text: string;
  /** Text without comments. */
  code: string;
}

export const toSource = (path: string, text: string): Source => ({
  path,
  text,
  code: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, ''),
});

/** Matches tests and their helpers. */
export const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('server/test/') || path.startsWith('e2e/');

/** Matches the server and the formats, without tests. */
export const isProgram = (path: string): boolean => /^(server|formats)\/src\//.test(path) && !isTest(path);

/** Returns the paths of the repository's files, without installed, built and cached ones. */
export function listFiles(root: string): string[] {
  const notOurs = /(^|\/)(node_modules|dist|coverage|data)(\/|$)|^\.git\//;
  return globSync('**/*', { cwd: root, withFileTypes: true, exclude: ({ name }) => notOurs.test(name) })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !notOurs.test(path));
}

export const readSources = (root: string, files: readonly string[]): Source[] =>
  files
    .filter((path) => /^(contract|formats|server|web\/src|e2e|bench|scripts)\/.*\.(tsx?|mjs)$/.test(path))
    .map((path) => toSource(path, readFileSync(join(root, path), 'utf8')));
