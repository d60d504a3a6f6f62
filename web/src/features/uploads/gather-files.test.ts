import { expect, test } from 'vitest';
import { gatherDropped } from './gather-files.ts';

const aFile = (name: string) => ({
  ...{ isFile: true, isDirectory: false, name },
  file: (take: (file: File) => void) => take(new File(['x'], name)),
});

/** Like browsers, returns a hundred entries at a time, then none. */
const aFolder = (name: string, entries: object[]) => ({
  ...{ isFile: false, isDirectory: true, name },
  createReader() {
    const left = [...entries];
    return { readEntries: (take: (some: object[]) => void) => take(left.splice(0, 100)) };
  },
});

const dropOf = (entries: object[]) =>
  ({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [],
  }) as unknown as DataTransfer;

test('collects every file of dropped folders with its path, in any number and depth', async () => {
  const many = Array.from({ length: 250 }, (_, i) => aFile(`${i}.cbz`));
  const drop = dropOf([aFile('Alone.cbz'), aFolder('Saga', [aFolder('Vol. 1', many), aFile('Saga 2.cbz')])]);
  const gathered = await gatherDropped(drop);
  expect(gathered.map(({ path }) => path)).toEqual([
    'Alone.cbz',
    ...many.map(({ name }) => `Saga/Vol. 1/${name}`),
    'Saga/Saga 2.cbz',
  ]);
  expect(gathered[1]?.file.name).toBe('0.cbz');
});
