import { expect, test } from 'vitest';
import { findItemref, findSpineName, findSpineStart } from './spine.ts';
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

test('counts repeated files, parts of files and missing files as the package does', () => {
  const parts: EpubStructure = {
    ...structure,
    itemrefs: [{ item: 0 }, { item: 0, fragment: 'two' }, {}, { item: 2 }, { item: 2, fragment: 'end' }],
  };
  expect([0, 1, 2, 3, 4, 5].map((index) => findSpineStart(parts, index))).toEqual([
    expect.objectContaining({ href: 'resources/OEBPS/a%20b.xhtml' }),
    expect.objectContaining({
      href: 'resources/OEBPS/a%20b.xhtml',
      locations: { position: 1, progression: 0, totalProgression: 0, fragments: ['two'] },
    }),
    undefined,
    expect.objectContaining({ href: 'resources/OEBPS/text/c.xhtml' }),
    expect.objectContaining({ locations: expect.objectContaining({ fragments: ['end'] }) }),
    undefined,
  ]);
  expect([findItemref(parts, 0), findItemref(parts, 0, ['x', 'two']), findItemref(parts, 2)]).toEqual([
    0, 1, 3,
  ]);
  expect(findItemref(structure, 2)).toBe(2);
});
