import { expect, test } from 'vitest';
import { countCasts, findCastFaults } from './casts.ts';
import { findFolderCycles } from './folder-cycles.ts';
import { findModuleFaults } from './modules.ts';
import { findMissingPaths } from './named-paths.ts';
import { findFeatureFaults, findFolderFaults, findLongFiles, findMissingHeads } from './sizes.ts';
import { toSource } from './sources.ts';

const lines = (count: number) => '// What it holds.\n'.repeat(count);
const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/part-${at}.ts`);

test('a file of more than 400 lines is found', () => {
  expect(findLongFiles([toSource('web/src/a.ts', lines(400))])).toEqual([]);
  expect(findLongFiles([toSource('web/src/a.ts', lines(401))])).toEqual([
    expect.stringContaining('401 lines'),
  ]);
});

test('finds files without an opening comment, except tests and route tables', () => {
  const silent = [
    'server/src/a.ts',
    'server/src/a.test.ts',
    'server/src/features/reading/progress/routes.ts',
  ];
  expect(findMissingHeads(silent.map((path) => toSource(path, 'export {};')))).toEqual([
    expect.stringMatching(/^server\/src\/a\.ts: has no opening comment/),
  ]);
});

test('finds a feature without a public API', () => {
  const feature = 'server/src/features/devices/kobo';
  const service = toSource(`${feature}/service.ts`, lines(1));
  expect(findFeatureFaults([service, toSource(`${feature}/index.ts`, lines(1))])).toEqual([]);
  expect(findFeatureFaults([service])).toEqual([expect.stringContaining('has no public API')]);
  // A group with an index.ts is a single feature: its sub-folders are its own.
  const group = toSource('server/src/features/devices/index.ts', lines(1));
  expect(findFeatureFaults([service, group])).toEqual([]);
});

test('finds a folder of more than 20 files, without tests', () => {
  const paths = [...numbered('server/src/a', 20), 'server/src/a/a.test.ts'];
  expect(findFolderFaults(paths)).toEqual([]);
  const more = [...paths, 'server/src/a/more.ts'];
  expect(findFolderFaults(more)).toEqual([expect.stringContaining('21 files, more than 20')]);
});

test('finds a folder of more than 40 folders', () => {
  const group = (count: number) =>
    numbered('server/src/features/reading', count).map((path) => `${path}/index.ts`);
  expect(findFolderFaults(group(40))).toEqual([]);
  expect(findFolderFaults(group(41))).toEqual([expect.stringContaining('It is two groups')]);
});

test('what belongs into few modules is found elsewhere, and not in comments', () => {
  const faulty = {
    'server/src/catalog/a.ts': 'process.env.HOME',
    'server/src/catalog/b.ts': "if (kind === 'sqlite')",
    'server/src/catalog/c.ts': "import fastify from 'fastify';",
    'server/src/features/reading/progress/service.ts': "import { rm } from 'node:fs/promises';",
    'server/src/catalog/utils.ts': '',
  };
  const faults = Object.entries(faulty).map(([path, text]) => findModuleFaults([toSource(path, text)]));
  expect(faults).toEqual(
    ['process.env', 'names a database', 'HTTP library', 'touches files', 'drawer'].map((fault) => [
      expect.stringContaining(fault),
    ]),
  );
  expect(findModuleFaults([toSource('server/src/catalog/a.ts', '// SQLite is slower.')])).toEqual([]);
  expect(findModuleFaults([toSource('server/src/infrastructure/config/a.ts', 'process.env')])).toEqual([]);
});

test('finds folders that import each other in a cycle, even if their files do not', () => {
  const file = (path: string, to: string) =>
    toSource(`web/src/features/${path}`, `import { x } from '${to}';`);
  const there = file('books/page.tsx', '../series/index.ts');
  const back = file('series/card.tsx', '../covers/index.ts');
  expect(findFolderCycles('web/src/features', [there, back])).toEqual([]);
  const circle = [there, back, file('covers/index.ts', '../books/index.ts')];
  expect(findFolderCycles('web/src/features', circle)).toContainEqual(
    expect.stringContaining('books and series'),
  );
  const server = (from: string, to: string) =>
    toSource(`server/src/features/reading/${from}/a.ts`, `import '#features/reading/${to}/index.ts';`);
  expect(findFolderCycles('server/src/features/reading', [server('a', 'b'), server('b', 'a')])).toHaveLength(
    1,
  );
});

test('finds paths and files that a document names and that do not exist', () => {
  const files = ['server/src/features/reading/progress/service.ts', 'docs/api.md', 'README.md'];
  const find = (text: string) => findMissingPaths([{ path: 'docs/guide.md', text }], files);
  expect(
    find(
      '`server/src/features`, `reading/progress`, `progress/service`, `service.ts`, `features/*/progress/`',
    ),
  ).toEqual([]);
  expect(find('`image/webp`, `/api/v1/books`, `GET /books`, `npm run check`')).toEqual([]);
  expect(find('`server/src/gone`')).toEqual(['docs/guide.md: names server/src/gone, which does not exist']);
  expect(find('`gone/*.ts`, `reading/{progress,gone}/x`, `gone.ts`')).toHaveLength(3);
});

test('more casts than before are found, those of tests and constants apart', () => {
  const text = "import { a as b } from './a.ts';\nconst c = b as string;\nconst d = [1] as const;\n";
  expect(countCasts({ path: 'server/src/a.ts', text })).toBe(1);
  const sources = ['server/src/a.ts', 'server/src/a.test.ts', 'server/test/a.ts'].map((path) =>
    toSource(path, text),
  );
  expect(findCastFaults(sources, 1)).toEqual([]);
  expect(findCastFaults(sources, 0)).toEqual([expect.stringContaining('1 casts outside tests')]);
});
