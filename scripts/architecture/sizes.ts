// Limits the size of files, features and folders.
import { basename, dirname } from 'node:path/posix';
import { isProgram, isTest, type Source } from './sources.ts';

const maxFileLines = 400;
const maxFiles = 20;
/** Maximum number of entries in a folder of folders, such as a group of features. */
const maxEntries = 40;

export const findLongFiles = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1;
    if (lines <= maxFileLines) return [];
    return [
      `${path}: ${lines} lines, more than ${maxFileLines}. Find the second thing it does and give it a file`,
    ];
  });

/** Checks that each feature has an `index.ts`. A group with its own `index.ts` is one feature with sub-folders. */
export function findFeatureFaults(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path).filter(isProgram));
  const features = new Set(
    [...paths].flatMap((path) => {
      const [feature, group] = /^(server\/src\/features\/[^/]+)\/[^/]+(?=\/)/.exec(path) ?? [];
      return feature === undefined || paths.has(`${group}/index.ts`) ? [] : feature;
    }),
  );
  return [...features]
    .filter((feature) => !paths.has(`${feature}/index.ts`))
    .map((feature) => `${feature}: has no public API. Add index.ts`);
}

/** Allows at most 20 source files in a folder, without tests, and at most 40 files and folders together. */
export function findFolderFaults(paths: readonly string[]): string[] {
  const files = Map.groupBy(
    paths.filter((path) => !/\.(test|spec)\.tsx?$/.test(path)),
    dirname,
  );
  const folders = new Set([...files.keys()].flatMap(listParents));
  return [...folders].flatMap((folder) => {
    const count = files.get(folder)?.length ?? 0;
    const entries = count + [...folders].filter((child) => dirname(child) === folder).length;
    if (count > maxFiles)
      return [`${folder}: ${count} files, more than ${maxFiles}. Give what belongs together a folder`];
    return entries > maxEntries ? [`${folder}: ${entries} files and folders. It is two groups`] : [];
  });
}

const listParents = (folder: string): string[] =>
  folder.split('/').map((_, end, segments) => segments.slice(0, end + 1).join('/'));

/** Requires a comment on its purpose at the start of each file, except for route tables and tests. */
export const findMissingHeads = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !isTest(path) && basename(path) !== 'routes.ts' && !path.endsWith('.config.ts'))
    .filter(({ text }) => !/^(#!.*\n)?\s*\/\//.test(text))
    .map(({ path }) => `${path}: has no opening comment. Describe its content in one or two lines`);
