import { expect, test } from 'vitest';
import { scanBytes } from '../../../server/test/made-epub.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';

const scan = (pages: string) =>
  scanBytes(
    makeZip([
      ...['1.png', '2.png', '3.png', '4.png'].map((name) => ({ name, content: name })),
      { name: 'ComicInfo.xml', content: `<ComicInfo><Pages>${pages}</Pages></ComicInfo>` },
    ]),
  );

test('leaves out pages that ComicInfo marks as deleted, and moves the notes of the others', async () => {
  const { pageCount, content, metadata } = await scan(
    `<Page Image="0" Type="Deleted"/><Page Image="1" Type="Deleted" Bookmark="Gone"/>
     <Page Image="2" Type="FrontCover"/><Page Image="3" DoublePage="true" Bookmark="Two"/>`,
  );
  expect([pageCount, content?.pages.map(({ name, isDouble }) => [name, isDouble])]).toEqual([
    2,
    [
      ['3.png', false],
      ['4.png', true],
    ],
  ]);
  expect(content?.cover).toEqual({ page: 0 });
  expect(metadata?.pageNotes).toEqual({
    frontCover: 0,
    doublePages: [1],
    bookmarks: [{ page: 1, title: 'Two' }],
  });
});

test('shows all pages if ComicInfo marks all of them as deleted', async () => {
  const all = [0, 1, 2, 3].map((i) => `<Page Image="${i}" Type="Deleted"/>`).join('');
  expect((await scan(all)).pageCount).toBe(4);
});
