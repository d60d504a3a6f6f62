import { expect, test } from 'vitest';
import {
  createFinder,
  findPrintedPage,
  findProgression,
  flatten,
  type Manifest,
  toBook,
  toChapterMarks,
} from './book.ts';

const base = 'https://library.example/shelf/api/v1/books/1/manifest';
const xhtml = 'application/xhtml+xml';
const manifest: Manifest = {
  metadata: { title: 'A Book', language: 'ja', readingProgression: 'rtl', layout: 'reflowable' },
  readingOrder: [
    { href: 'resources/OEBPS/c1.xhtml', type: xhtml },
    { href: 'resources/OEBPS/%C3%A9%20two.xhtml', type: xhtml },
  ],
  resources: [
    { href: 'resources/OEBPS/notes.xhtml', type: xhtml },
    { href: 'resources/OEBPS/a.png', type: 'image/png' },
  ],
  toc: [
    {
      href: 'resources/OEBPS/c1.xhtml',
      title: 'One',
      children: [{ href: 'resources/OEBPS/c1.xhtml#a%20b', title: 'In it' }],
    },
    { href: 'resources/OEBPS/é two.xhtml', title: 'Two' },
    { href: 'resources/elsewhere.xhtml', title: 'Nowhere' },
  ],
};
const at = (href: string, position: number, progression: number) => ({
  href,
  locations: { position, progression, totalProgression: (position - 1) / 4 },
});
const [first = { href: '' }, second = { href: '' }] = manifest.readingOrder;
const positions = [
  at(first.href, 1, 0),
  at(first.href, 2, 1 / 3),
  at(first.href, 3, 2 / 3),
  at(second.href, 4, 0),
];
const book = toBook({ manifest, positions, base });

test('sections have a share of the positions, and linked documents are outside the reading order', () => {
  expect(book.sections.map(({ before, count, isInOrder }) => [before, count, isInOrder])).toEqual([
    [0, 3, true],
    [3, 1, true],
    [0, 0, false],
  ]);
  expect([book.total, book.direction, book.isFixed, book.language]).toEqual([4, 'rtl', false, 'ja']);
});

test('resolves contents entries to sections for every form of their URLs', () => {
  expect(flatten(book.toc).map(({ label, index, fragment }) => [label, index, fragment])).toEqual([
    ['One', 0, ''],
    ['In it', 0, 'a b'],
    ['Two', 1, ''],
    ['Nowhere', -1, ''],
  ]);
  const find = createFinder(book.sections);
  expect(find('https://library.example/shelf/api/v1/books/1/resources/OEBPS/%c3%a9%20two.xhtml#x')).toBe(1);
});

test('resolves a share of the book to a section and a progression', () => {
  expect(findProgression(book, 0)).toEqual({ index: 0, progression: 0 });
  expect(findProgression(book, 0.5).index).toBe(0);
  expect(findProgression(book, 0.5).progression).toBeCloseTo(2 / 3);
  expect(findProgression(book, 0.75)).toEqual({ index: 1, progression: 0 });
  expect(findProgression(book, 1)).toEqual({ index: 1, progression: 1 });
});

test('finds a printed page by the label that a user types', () => {
  const pageList = ['xii', 'p. 12', '13', 'A-4'].map((title, i) => ({ href: `${first.href}#${i}`, title }));
  const printed = toBook({ manifest: { ...manifest, pageList }, positions, base }).pageList;
  const find = (wanted: string) => findPrintedPage(printed, wanted)?.label;
  expect([' XII ', '12', 'P. 12', '13', '4', '14', ''].map(find)).toEqual([
    ...['xii', 'p. 12', 'p. 12', '13', 'A-4', undefined, undefined],
  ]);
});

test('marks chapters where their sections begin', () => {
  expect(toChapterMarks(book)).toEqual([
    { share: 0, label: 'One' },
    { share: 0.75, label: 'Two' },
  ]);
});
