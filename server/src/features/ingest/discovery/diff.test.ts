import { expect, test } from 'vitest';
import type { KnownFile } from '#features/libraries/books/index.ts';
import { diffFolder } from './diff.ts';
import { toSidecarStamp } from './sidecars.ts';
import type { WalkedFile } from './walk.ts';

const toFile = (name: string, sizeBytes = 1): WalkedFile => ({ name, sizeBytes, modifiedUs: 1 });
const toRow = (fileName: string, id = fileName): KnownFile => ({
  id,
  fileName,
  fileSize: 1,
  fileModifiedUs: 1,
  sidecarStamp: toSidecarStamp({}),
});

async function diff(files: readonly WalkedFile[], known: readonly KnownFile[], isDeep = false) {
  const { added, changed, missing } = await diffFolder(files, known, isDeep);
  return {
    added: added.map(({ name }) => name),
    changed: changed.map(({ file, id }) => [file.name, id]),
    missing: missing.map(({ id }) => id),
  };
}

const composed = 'Élan.cbz'.normalize('NFC');
const decomposed = 'Élan.cbz'.normalize('NFD');

test('reports files as new or changed, and rows without a file as missing', async () => {
  const files = [toFile('a.cbz'), toFile('b.cbz', 2), toFile('c.cbz')];
  const known = [toRow('gone.cbz'), toRow('b.cbz'), toRow('c.cbz')];
  expect(await diff(files, known)).toEqual({
    added: ['a.cbz'],
    changed: [['b.cbz', 'b.cbz']],
    missing: ['gone.cbz'],
  });
  expect((await diff(files, known, true)).changed).toEqual([
    ['b.cbz', 'b.cbz'],
    ['c.cbz', 'c.cbz'],
  ]);
});

test.each([
  [composed, decomposed],
  [decomposed, composed],
  // The Kelvin sign is normalized to the letter K.
  ['K.cbz', '\u212a.cbz'],
  ['\u212a.cbz', 'K.cbz'],
])('matches %j with the row of %j, its other Unicode form', async (name, fileName) => {
  expect(await diff([toFile(name)], [toRow(fileName, 'row')])).toEqual({
    added: [],
    changed: [[name, 'row']],
    missing: [],
  });
});

test('two Unicode forms of a name in one folder are two books, whichever has a row', async () => {
  const both = [toFile(composed), toFile(decomposed)];
  expect(await diff(both, [toRow(decomposed, 'row')])).toEqual({
    added: [composed],
    changed: [],
    missing: [],
  });
  expect(await diff(both, [toRow(composed, 'one'), toRow(decomposed, 'other')])).toEqual({
    added: [],
    changed: [],
    missing: [],
  });
});

test('yields to the event loop for hundreds of thousands of files', async () => {
  const names = Array.from({ length: 200_000 }, (_, i) => `Book ${i}.cbz`);
  const files = names.map((name) => toFile(name));
  const known = names.slice(1).map((name) => toRow(name));
  let turns = 0;
  const other = () => {
    turns++;
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  try {
    expect(await diff(files, known)).toEqual({ added: ['Book 0.cbz'], changed: [], missing: [] });
  } finally {
    clearImmediate(next);
  }
  expect(turns).toBeGreaterThan(2);
});
