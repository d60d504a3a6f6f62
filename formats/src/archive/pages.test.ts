import { expect, test } from 'vitest';
import { faultOf } from '../../../server/test/faults.ts';
import { makeRar5 } from '../../../server/test/makers/rar.ts';
import { makeZip, type ZipEntry } from '../../../server/test/makers/zip.ts';
import { defaultLimits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { mapEntries } from './entry.ts';
import { readArchiveIndex } from './open.ts';
import { findImageTypeOfName, isJunk, listPageEntries } from './pages.ts';

const indexOf = (bytes: Uint8Array) => readArchiveIndex(bytesSource(bytes), defaultLimits);

const pagesOf = (...entries: (string | ZipEntry)[]) =>
  listPageEntries(
    indexOf(makeZip(entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry)))),
  );

const namesOf = (...entries: (string | ZipEntry)[]) => pagesOf(...entries).map((entry) => entry.name);

test('sorts pages in natural order of their full names', () => {
  expect(namesOf('b/1.jpg', 'p10.jpg', 'p2.jpg', 'a/2.jpg', 'P1.jpg')).toEqual([
    'a/2.jpg',
    'b/1.jpg',
    'P1.jpg',
    'p2.jpg',
    'p10.jpg',
  ]);
});

test('accepts every image format in any case and nothing else as a page', () => {
  const images = [
    '1.jpg',
    '2.JPEG',
    '3.jpe',
    '4.jfif',
    '5.Png',
    '6.webp',
    '7.gif',
    '8.avif',
    '9.jxl',
    '10.bmp',
    '11.tif',
    '12.tiff',
  ];
  expect(namesOf(...images, 'ComicInfo.xml', '13.svg', '14.txt', 'jpg', '15.jpg.zip', '16.')).toEqual(images);
});

test('ignores files that operating systems leave behind', () => {
  const junk = [
    '__MACOSX/._1.jpg',
    'a/__MACOSX/1.jpg',
    '.hidden.jpg',
    'a/._1.jpg',
    '.thumbs/1.jpg',
    'Thumbs.db',
    '.DS_Store',
  ];
  expect(namesOf(...junk)).toEqual([]);
  expect(junk.every(isJunk)).toBe(true);
});

test('recognizes junk in paths with unusual notation', () => {
  const names = ['../../a.jpg', './b.jpg', '/etc/c.jpg', 'C:\\d.jpg', 'a/../../e.jpg', '..\\f.jpg'];
  expect(namesOf(...names).toSorted()).toEqual(names.map((name) => name.replaceAll('\\', '/')).toSorted());
});

test('excludes folders and links, and includes encrypted entries', () => {
  const entries = [
    { name: 'a.jpg/' },
    { name: 'b.jpg', content: '/etc/passwd', unixMode: 0o120777 },
    { name: 'c.jpg', isEncrypted: true },
  ];
  expect(namesOf(...entries)).toEqual(['c.jpg']);
});

test('keeps archive order for pages of the same name', () => {
  const pages = pagesOf({ name: '1.jpg', content: 'a' }, { name: '0.jpg' }, { name: '1.jpg', content: 'bb' });
  expect(pages.map((page) => [page.name, page.sizeBytes])).toEqual([
    ['0.jpg', 0],
    ['1.jpg', 1],
    ['1.jpg', 2],
  ]);
});

test('finds the first of several entries by name', () => {
  const index = indexOf(
    makeZip([
      { name: '1.jpg', content: 'a' },
      { name: '1.jpg', content: 'bb' },
    ]),
  );
  expect(mapEntries(index).get('1.jpg')?.sizeBytes).toBe(1);
});

test('throws an error instead of listing pages for an unreadable archive', () => {
  const fault = (bytes: Uint8Array) => faultOf(() => listPageEntries(indexOf(bytes)));
  expect(fault(makeRar5([], { hasEncryptedHeaders: true }))).toBe('parser encrypted');
  expect(fault(makeRar5([], { isVolume: true, hasNextVolume: true }))).toBe('parser multi_volume');
  expect(fault(makeRar5([]))).toBe('no fault');
});

test('derives the media type from the extension', () => {
  expect(['a/b.c/1.JPG', '1.tif', '1.svg', 'a.jpg/x', 'none'].map(findImageTypeOfName)).toEqual([
    'image/jpeg',
    'image/tiff',
    undefined,
    undefined,
    undefined,
  ]);
});
