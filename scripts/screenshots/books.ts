// A small library of invented books without third-party copyright: comics, manga, an EPUB, a PDF.
import { makeEpub, makePdf, makeZip } from '@lectern/server/testing';
import type { Drawer } from './drawings.ts';

const series = [
  ['The Lamplighters', 'Ada Fern', 4, 'Adventure', 2019],
  ['Harbour of Clouds', 'Jo Lindqvist', 3, 'Fantasy', 2021],
  ['Nine Small Moons', 'M. Okafor', 5, 'Science fiction', 2018],
  ['The Quiet Orchard', 'Ada Fern', 2, 'Slice of life', 2022],
  ['Paper Foxes', 'Ren Aoki', 3, 'Fantasy', 2020],
  ['Salt and Copper', 'Jo Lindqvist', 2, 'Mystery', 2017],
  ['A Map of Winter', 'T. Marsh', 3, 'Adventure', 2023],
  ['Tidewatch', 'M. Okafor', 2, 'Science fiction', 2024],
  ['The Clockmaker', 'T. Marsh', 4, 'Mystery', 2016],
  ['Little Comet', 'Ren Aoki', 2, 'Slice of life', 2023],
  ['Under Green Glass', 'Ada Fern', 1, 'Fantasy', 2024],
  ['The Last Ferry', 'Jo Lindqvist', 2, 'Mystery', 2015],
] as const;

const pagesOfBook = 12;

/** Returns the files by their path below the library. */
export async function makeBooks(drawer: Drawer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const [index, [title, author, count, genre, year]] of series.entries()) {
    for (let n = 1; n <= count; n++) {
      const picture = { title, line: `${author} · ${n}`, seed: index * 17 + n };
      const entries = [{ name: '000.jpg', content: await drawer.cover(picture) }];
      for (let page = 1; page < pagesOfBook; page++)
        entries.push({
          name: `${String(page).padStart(3, '0')}.jpg`,
          content: await drawer.page(picture, page),
        });
      const info = `<?xml version="1.0"?><ComicInfo><Series>${title}</Series><Number>${n}</Number><Title>${title} ${n}</Title><Writer>${author}</Writer><Genre>${genre}</Genre><Year>${year}</Year><LanguageISO>en</LanguageISO><Publisher>Made Up Press</Publisher><Summary>${summary}</Summary></ComicInfo>`;
      entries.push({ name: 'ComicInfo.xml', content: Buffer.from(info) });
      files[`${title}/${title} ${String(n).padStart(2, '0')}.cbz`] = makeZip(entries);
    }
  }
  files['The Lighthouse Letters/The Lighthouse Letters.epub'] = makeEpub(
    toNovel(await drawer.cover({ title: 'The Lighthouse Letters', line: 'Ada Fern', seed: 904 })),
  );
  files['Field Notes/Field Notes.pdf'] = makePdf({
    pages: Array.from({ length: 4 }, (_, n) => toPdfPage(n)),
  });
  return files;
}

const summary =
  'A story that was never written, about people who do not exist, drawn by a program for the pictures of this page.';

const paragraph =
  'The lamp had been lit every evening for as long as anybody could remember, and nobody remembered who had lit it first. From the harbour one saw it before one saw the land, a small warm point that did not move, and whoever came home by sea counted the turns of the road below it without thinking. ';

function toNovel(cover: Buffer) {
  const chapter = (number: number) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Letter ${number}</title></head><body><h1>Letter ${number}</h1>${`<p>${paragraph.repeat(2)}</p>`.repeat(9)}</body></html>`;
  const numbers = [1, 2, 3];
  const items = numbers.map(
    (n) => `<item id="l${n}" href="l${n}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const links = numbers.map((n) => `<li><a href="l${n}.xhtml">Letter ${n}</a></li>`).join('');
  return {
    metadata:
      '<dc:title>The Lighthouse Letters</dc:title><dc:creator>Ada Fern</dc:creator><dc:language>en</dc:language>',
    manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="i" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>${items.join('')}`,
    spine: numbers.map((n) => `<itemref idref="l${n}"/>`).join(''),
    files: {
      'OEBPS/cover.jpg': cover,
      'OEBPS/nav.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${links}</ol></nav></body></html>`,
      'OEBPS/c1.xhtml': undefined,
      'OEBPS/text/c2.xhtml': undefined,
      ...Object.fromEntries(numbers.map((n) => [`OEBPS/l${n}.xhtml`, chapter(n)])),
    },
  };
}

/** A few lines and a frame, in the coordinates of the page (ISO 32000-1, 8). */
const toPdfPage = (number: number) => ({
  width: 420,
  height: 595,
  content: `0.13 0.44 0.47 rg 0 ${480 - number * 20} 420 115 re f 0.85 0.88 0.9 rg ${Array.from({ length: 14 }, (_, n) => `40 ${400 - n * 24} ${300 + ((n * 37) % 40)} 8 re f`).join(' ')}`,
});
