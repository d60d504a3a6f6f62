// Generates books with facts in the format of the corpus manifest: a few of every kind, valid and hostile.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type CorpusFile,
  makeCbr,
  makeCbt,
  makeCbz,
  makeEpub,
  makeImage,
  makePdf,
  makeZip,
  writeFiles,
} from '@lectern/server/testing';

type Made = Pick<CorpusFile, 'format' | 'facts' | 'expectedServer'> & { bytes: Buffer };

const jpeg: [number, number, string] = [40, 60, 'JPEG'];
const pages = (imageCount: number): CorpusFile['facts'] => ({
  encrypted: false,
  imageCount,
  firstImage: '001.jpg',
  lastImage: `${String(imageCount).padStart(3, '0')}.jpg`,
  firstImageSize: jpeg,
  lastImageSize: jpeg,
});

/** Writes the books into `books` below the folder and returns their manifest entries. */
export async function makeCorpus(folder: string): Promise<CorpusFile[]> {
  const made: Record<string, Made> = { ...(await makeSound()), ...(await makeHostile()) };
  const contents = Object.entries(made).map(([path, { bytes }]) => [path, bytes] as const);
  writeFiles(join(folder, 'books'), Object.fromEntries(contents));
  return Object.entries(made).map(([path, { bytes, ...described }]) => ({
    ...described,
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    hostile: path.startsWith('hostile/'),
  }));
}

const comicInfo = {
  Title: 'The First',
  Series: 'Saga',
  Number: '1',
  Count: '9',
  Volume: '2',
  Year: '2012',
  Month: '3',
  Writer: 'Ann Lee, Bo Wu',
  Publisher: 'A House',
  Genre: 'Fantasy, Drama',
  LanguageISO: 'en',
  Manga: 'YesAndRightToLeft',
  AgeRating: 'Teen',
};

async function makeSound(): Promise<Record<string, Made>> {
  const elements = Object.entries(comicInfo).map(([name, text]) => `<${name}>${text}</${name}>`);
  const metadata = `<dc:title>A Novel</dc:title><dc:creator>Jo Doe</dc:creator><dc:language>fr</dc:language>
<dc:publisher>A House</dc:publisher><dc:date>2001-02-03</dc:date><dc:identifier id="uid">urn:uuid:6a1a5d1e-0000-4000-8000-000000000001</dc:identifier>
<meta name="cover" content="cover"/><meta property="belongs-to-collection" id="c">Cycle</meta>
<meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">4</meta>`;
  const manifest = `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
<item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>`;
  const cover = await makeImage({ format: 'png', width: 30, height: 50 });
  return {
    'Comics/Saga/Saga 001.cbz': {
      format: 'zip',
      bytes: await makeCbz({ comicInfo: elements.join('') }),
      facts: { ...pages(3), comicInfo: { ...comicInfo, entry: 'ComicInfo.xml' } },
    },
    'Comics/Saga/Saga 002.cbr': {
      format: 'rar4',
      bytes: await makeCbr({ mark: 'b', pages: 12 }),
      facts: pages(12),
    },
    'Comics/Saga/Saga 003.cbt': {
      format: 'tar',
      bytes: await makeCbt({ mark: 'c', pages: 11, comicInfo: elements.join('') }),
      facts: { ...pages(11), comicInfo: { ...comicInfo, entry: 'ComicInfo.xml' } },
    },
    'Books/A Novel.epub': {
      format: 'epub',
      bytes: makeEpub({ metadata, manifest, files: { 'OEBPS/cover.png': cover } }),
      facts: {
        encrypted: false,
        epub: {
          titles: ['A Novel'],
          creators: ['Jo Doe'],
          languages: ['fr'],
          identifiers: ['urn:uuid:6a1a5d1e-0000-4000-8000-000000000001'],
          publisher: 'A House',
          date: '2001-02-03',
          'belongs-to-collection': 'Cycle',
          'group-position': '4',
          spineCount: 2,
          pageProgressionDirection: null,
          hasNav: true,
          hasNcx: false,
          cover: 'OEBPS/cover.png',
          coverSize: [30, 50, 'PNG'],
        },
      },
    },
    'Documents/A Paper.pdf': {
      format: 'pdf',
      bytes: makePdf({ pages: [{}, { width: 400 }, {}], info: { Title: 'A Paper', Author: 'Kim Roe' } }),
      facts: {
        encrypted: false,
        pdf: {
          pdfinfoRc: 0,
          pageCount: 3,
          title: 'A Paper',
          author: 'Kim Roe',
          pageSize: '300 x 400 pts',
          firstPageRendersWithPoppler: true,
          poppler200pxRender: [150, 200],
        },
      },
    },
  };
}

async function makeHostile(): Promise<Record<string, Made>> {
  const whole = await makeCbz({ mark: 'cut' });
  const jpg = await makeImage({});
  const fakes = ['001.jpg', '002.jpg'].map((name) => ({ name, content: `no picture: ${name}` }));
  const nothing = { encrypted: false };
  return {
    'hostile/zero bytes.cbz': {
      format: 'empty',
      bytes: Buffer.alloc(0),
      facts: {},
      expectedServer: 'format_detection',
    },
    'hostile/text called.pdf': {
      format: 'unknown',
      bytes: Buffer.from('Only text. '.repeat(40)),
      facts: {},
      expectedServer: 'format_detection',
    },
    'hostile/cut off.cbz': {
      format: 'zip (damaged)',
      bytes: whole.subarray(0, whole.length >> 1),
      facts: nothing,
      expectedServer: 'parser',
    },
    'hostile/no pages.cbz': {
      format: 'zip',
      bytes: makeZip([{ name: 'readme.txt', content: 'nothing to see' }]),
      facts: { ...nothing, imageCount: 0 },
      expectedServer: 'zero_pages',
    },
    'hostile/no pictures.cbz': {
      format: 'zip',
      bytes: makeZip(fakes),
      facts: { ...nothing, imageCount: 2, firstImage: '001.jpg', lastImage: '002.jpg' },
      expectedServer: 'thumbnail or page_extraction',
    },
    'hostile/encrypted.cbz': {
      format: 'zip',
      bytes: makeZip([{ name: '001.jpg', content: jpg, isEncrypted: true }]),
      facts: { encrypted: true, imageCount: 1, firstImage: '001.jpg', lastImage: '001.jpg' },
      expectedServer: 'page_extraction or parser; encrypted',
    },
    'hostile/broken ComicInfo.cbz': {
      format: 'zip',
      bytes: await makeCbz({ mark: 'broken', comicInfo: '<Title>' }),
      facts: pages(3),
      expectedServer: 'metadata; 3 pages remain readable',
    },
    'hostile/zip called.cbr': {
      format: 'zip',
      bytes: await makeCbz({ mark: 'called' }),
      facts: pages(3),
      expectedServer: 'read by content as 3 pages',
    },
  };
}
