// Files, features and folders stay small enough to be seen at once.
import { basename, dirname } from 'node:path/posix';
import { isProgram, isTest, type Source } from './sources.ts';

const maxFileLines = 400;
const maxFiles = 12;
const maxFeatureLines = 1_500;
/** Files and folders in a folder of folders, such as a group of features. */
const maxEntries = 40;

export const findLongFiles = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1;
    if (lines <= maxFileLines) return [];
    return [
      `${path}: ${lines} lines, more than ${maxFileLines}. Find the second thing it does and give it a file`,
    ];
  });

/** A feature with what lies below it, its protocol apart, is one noun. */
export function findFeatureFaults(sources: readonly Source[]): string[] {
  const features = new Map<string, Source[]>();
  for (const source of sources.filter(({ path }) => isProgram(path))) {
    const [feature, below] =
      /^server\/src\/features\/[^/]+\/[^/]+(?=\/(protocol\/)?)/.exec(source.path) ?? [];
    if (feature && !below) features.set(feature, [...(features.get(feature) ?? []), source]);
  }
  return [...features].flatMap(([feature, files]) => {
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
    return [
      ...(lines > maxFeatureLines
        ? [`${feature}: ${lines} lines, more than ${maxFeatureLines}. It is two nouns`]
        : []),
      ...(files.some(({ path }) => path === `${feature}/index.ts`)
        ? []
        : [`${feature}: has no public API. Add index.ts`]),
    ];
  });
}

/** A folder has at most twelve source files, tests apart, or is listed with its reason. */
export function findFolderFaults(
  paths: readonly string[],
  listed: Readonly<Record<string, string>>,
): string[] {
  const files = Map.groupBy(
    paths.filter((path) => !/\.(test|spec)\.tsx?$/.test(path)),
    dirname,
  );
  const folders = new Set([...files.keys()].flatMap(listParents));
  const faults = [...folders].flatMap((folder) => {
    if (folder in listed) return [];
    const count = files.get(folder)?.length ?? 0;
    const entries = count + [...folders].filter((one) => dirname(one) === folder).length;
    if (count > maxFiles)
      return [`${folder}: ${count} files, more than ${maxFiles}. Give what belongs together a folder`];
    return entries > maxEntries ? [`${folder}: ${entries} files and folders. It is two groups`] : [];
  });
  const done = Object.keys(listed).filter((folder) => (files.get(folder)?.length ?? 0) <= maxFiles);
  return [...faults, ...done.map((folder) => `${folder}: small enough by now. Take it off the list`)];
}

const listParents = (folder: string): string[] =>
  folder.split('/').map((_, end, segments) => segments.slice(0, end + 1).join('/'));

/** Every file opens by saying what it is; routes are tables that say it themselves, tests by their names. */
export const findMissingHeads = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !isTest(path) && basename(path) !== 'routes.ts' && !path.endsWith('.config.ts'))
    .filter(({ text }) => !/^(#!.*\n)?\s*\/\//.test(text))
    .map(({ path }) => `${path}: does not say what it holds. Open it with a comment of a line or two`);
