import type { PDFDocumentProxy } from 'pdfjs-dist';
import { expect, test } from 'vitest';
import { findHits } from './find-hits.ts';

/** A document with these lines on its pages. Undefined for a page that cannot be read. */
const toDocument = (pages: (string[] | undefined)[]) =>
  ({
    numPages: pages.length,
    getPage: async (number: number) => {
      const lines = pages[number - 1];
      if (!lines) throw new Error('damaged page');
      return { getTextContent: async () => ({ items: lines.map((str) => ({ str, hasEOL: true })) }) };
    },
  }) as unknown as PDFDocumentProxy;

async function list(pages: (string[] | undefined)[], query: string) {
  const found = [];
  for await (const hits of findHits(toDocument(pages), query, new AbortController().signal))
    found.push(...hits);
  return found;
}

test('lists the matches of all pages with the words around them', async () => {
  const pages = [
    ['A heron stands here.', 'Another Heron flies.'],
    ['Nothing.'],
    undefined,
    ['One grey', 'heron.'],
  ];
  expect((await list(pages, 'heron')).map(({ page, index }) => [page, index])).toEqual([
    [1, 0],
    [1, 1],
    [4, 0],
  ]);
  expect((await list(pages, 'grey heron'))[0]).toMatchObject({
    page: 4,
    before: 'One ',
    match: 'grey heron',
    after: '. ',
  });
});

test('lists at most 500 matches', async () => {
  const pages = Array.from({ length: 40 }, () => ['a '.repeat(20)]);
  expect(await list(pages, 'a')).toHaveLength(500);
});
