import { expect, test } from 'vitest';
import { findSpineName, findSpineStart } from './spine.ts';
import type { EpubStructure } from './structure.ts';

const structure: EpubStructure = {
  layout: 'reflowable',
  spine: [
    { name: 'OEBPS/a b.xhtml', positions: 2 },
    { name: 'OEBPS/notes.xhtml', linear: false },
    { name: 'OEBPS/text/c.xhtml' },
  ],
  resources: [],
};

test('maps every item of the spine to a position in the reading order', () => {
  expect(findSpineStart(structure, 0)).toMatchObject({
    href: 'resources/OEBPS/a%20b.xhtml',
    locations: { position: 1, progression: 0 },
  });
  expect(findSpineStart(structure, 1)).toBeUndefined();
  expect(findSpineStart(structure, 2)).toMatchObject({
    href: 'resources/OEBPS/text/c.xhtml',
    locations: { position: 3 },
  });
  expect(findSpineStart(structure, 3)).toBeUndefined();
});

test.each([
  ['OEBPS/text/c.xhtml', 2],
  ['c.xhtml', 2],
  ['text/c.xhtml', 2],
  ['xt/c.xhtml', undefined],
  ['', undefined],
])('finds %j as the item %s', (name, index) => {
  expect(findSpineName(structure, name)).toBe(index);
});
