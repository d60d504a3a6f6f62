import { expect, test } from 'vitest';
import { findPictures } from './pictures.ts';

const find = (books: string[], pictures: string[], sharesFolders = false) =>
  findPictures(books, pictures, { sharesFolders }).map(({ name, books: of, isOfFolder }) => [
    name,
    of,
    isOfFolder,
  ]);

test('a picture with the name of a book is its cover', () => {
  expect(find(['A 1.cbz', 'A 2.pdf'], ['a 1.JPG', 'A 2.png', 'other.jpg'])).toEqual([
    ['A 2.png', ['A 2.pdf'], false],
    ['a 1.JPG', ['A 1.cbz'], false],
  ]);
});

test('cover, folder and poster are of the folder, in this order, and of its only book', () => {
  expect(find(['A 1.cbz'], ['poster.jpg', 'Folder.png', 'cover.webp'])).toEqual([
    ['cover.webp', ['A 1.cbz'], true],
    ['Folder.png', ['A 1.cbz'], true],
    ['poster.jpg', ['A 1.cbz'], true],
  ]);
  expect(find(['A 1.cbz', 'A 2.cbz'], ['cover.jpg'])).toEqual([['cover.jpg', [], true]]);
  expect(find(['A.pdf', 'A.epub'], ['cover.jpg'])).toEqual([['cover.jpg', ['A.pdf', 'A.epub'], true]]);
});

test('in calibre libraries, a cover is of the formats of its book, unless an EPUB contains it', () => {
  expect(find(['A.pdf', 'A.mobi'], ['cover.jpg'], true)).toEqual([['cover.jpg', ['A.pdf', 'A.mobi'], false]]);
  expect(find(['A.pdf', 'A.epub'], ['cover.jpg'], true)).toEqual([]);
});
