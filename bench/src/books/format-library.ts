// Libraries of the formats other than cbz, generated in the system's temporary folder. All books differ.
import { appendFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeEpub,
  makeMobi,
  makePdf,
  makeRar4,
  makeTar,
  makeXhtml,
  packSevenZip,
} from '@lectern/server/testing';
import { readCorpusPages } from './corpus-pages.ts';
import { createNoise, makePage } from './make-library.ts';

export interface FormatLibrary {
  folder: string;
  files: string[];
}

export interface FormatSpec {
  name: string;
  books: number;
  extension: 'epub' | 'mobi' | 'pdf' | 'cbr';
  make(index: number): Buffer;
}

const chapters = 30;
const chapterBytes = 45_000;
const pages = 20;

/** Books of about 1 MB each: thirty chapters and a cover. */
export const epubs: FormatSpec = {
  name: 'EPUBs of 1 MB',
  books: 1_000,
  extension: 'epub',
  make(index) {
    const names = Array.from({ length: chapters }, (_, chapter) => `c${chapter + 1}`);
    const items = names.map(
      (name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
    );
    return makeEpub({
      metadata: `<dc:title>Novel ${index}</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language>`,
      manifest: `${items.join('')}<item id="i" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`,
      spine: names.map((name) => `<itemref idref="${name}"/>`).join(''),
      files: {
        'OEBPS/nav.xhtml': undefined,
        'OEBPS/text/c2.xhtml': undefined,
        'OEBPS/cover.jpg': makePage(100_000),
        ...Object.fromEntries(
          names.map((name, chapter) => [
            `OEBPS/${name}.xhtml`,
            makeXhtml(`<p>${makeText(index * chapters + chapter)}</p>`),
          ]),
        ),
      },
    });
  },
};

/** The same books in MOBI 6. */
export const mobis: FormatSpec = {
  name: 'MOBIs of 1 MB',
  books: 1_000,
  extension: 'mobi',
  make(index) {
    const text = Array.from(
      { length: chapters },
      (_, chapter) =>
        `<mbp:pagebreak/><h1>Chapter ${chapter + 1}</h1><p>${makeText(index * chapters + chapter)}</p>`,
    );
    return makeMobi(`<html><body>${text.join('')}</body></html>`, {
      title: `Novel ${index}`,
      compression: 'none',
      exth: [
        [100, 'A. Writer'],
        [201, 0],
        [524, 'en'],
      ],
      resources: [makePage(100_000)],
    });
  },
};

export const pdfs: FormatSpec = {
  name: 'PDFs of 20 pages',
  books: 300,
  extension: 'pdf',
  make: (index) =>
    makePdf({
      info: { Title: `Document ${index}`, Author: 'A. Writer' },
      pages: Array.from({ length: pages }, (_, page) => ({ content: drawLines(index * pages + page) })),
    }),
};

export const storedRars: FormatSpec = {
  name: 'cbr, stored',
  books: 300,
  extension: 'cbr',
  make: (index) =>
    makeRar4(
      Array.from({ length: pages }, (_, page) => {
        const content = makePage(50_000);
        content.writeUInt32BE(index * 1_000 + page, content.length - 4);
        return { name: `${String(page + 1).padStart(3, '0')}.jpg`, content };
      }),
    ),
};

export function makeFormatLibrary({ books, extension, make }: FormatSpec): FormatLibrary {
  return fill(books, extension, (file, index) => writeFileSync(file, make(index)));
}

/** Copies a solid archive of the folder that LECTERN_CORPUS names: no free program can create solid RAR archives. */
export function copySolidRars(books: number): FormatLibrary | undefined {
  const corpus = process.env.LECTERN_CORPUS;
  const [solid] = corpus === undefined ? [] : globSync(join(corpus, '**', '*[(]solid[)].cbr'));
  return solid === undefined ? undefined : copyBook(readFileSync(solid), books, 'cbr');
}

/** Number of pages of a comic, and bytes of each page. */
export interface ComicSize {
  pages: number;
  pageBytes: number;
}

const small: ComicSize = { pages, pageBytes: 50_000 };
/** 500 MB, with the page size of the budgets. LZMA reduces each page by 4 % and must unpack all of it. */
export const large: ComicSize = { pages: 960, pageBytes: 520_000 };
/** 500 MB of scans. LZMA unpacks 10 to 20 MB per second of such data, which it can hardly compress. */
export const largeScans: ComicSize = { pages: 200, pageBytes: 2_500_000 };

/** Noise that hardly compresses, like JPEGs. */
function makePages(size: ComicSize): { name: string; content: Buffer }[] {
  const noise = createNoise();
  return Array.from({ length: size.pages }, (_, page) => ({
    name: `${String(page + 1).padStart(3, '0')}.jpg`,
    content: makePage(size.pageBytes, noise),
  }));
}

/** Copies an archive that 7-Zip created, with pages compressed by LZMA2. */
export async function copySevenZips(
  books: number,
  isSolid: boolean,
  size: ComicSize = small,
): Promise<FormatLibrary> {
  const content = makePages(size).map(({ name, content }) => [name, content]);
  return copySevenZip(books, Object.fromEntries(content), isSolid);
}

/**
 * The same with 500 MB of real pages. LZMA2 stores about half of them without compression. Returns undefined without
 * LECTERN_CORPUS.
 */
export async function copyRealSevenZips(books: number): Promise<FormatLibrary | undefined> {
  const pages = readCorpusPages();
  const bytes = pages.reduce((total, page) => total + page.length, 0);
  if (bytes === 0) return undefined;
  const all = Array.from({ length: Math.ceil(500e6 / bytes) }, () => pages).flat();
  const files = all.map((page, index) => [`${String(index + 1).padStart(4, '0')}.jpg`, page]);
  return copySevenZip(books, Object.fromEntries(files), false);
}

async function copySevenZip(
  books: number,
  files: Record<string, Uint8Array>,
  isSolid: boolean,
): Promise<FormatLibrary> {
  const switches = [`-ms=${isSolid ? 'on' : 'off'}`, '-mx=1'];
  return copyBook(await packSevenZip(files, switches), books, 'cb7');
}

/** Appends a number to each copy after the end of the archive, where readers do not look. */
function copyBook(archive: Buffer, books: number, extension: string): FormatLibrary {
  return fill(books, extension, (file, index) => {
    writeFileSync(file, archive);
    appendFileSync(file, String(index));
  });
}

/** The same pages as in the cbr, as separate files. */
export function makeImageFolders(books: number): FormatLibrary {
  return fill(books, 'folder', (folder, index) => {
    mkdirSync(folder);
    for (let page = 1; page <= pages; page++) {
      const content = makePage(50_000);
      content.writeUInt32BE(index * 1_000 + page, content.length - 4);
      writeFileSync(join(folder, `${String(page).padStart(3, '0')}.jpg`), content);
    }
  });
}

/** Copies a tar. */
export const copyTars = (books: number, size: ComicSize = small): FormatLibrary =>
  copyBook(makeTar(makePages(size)), books, 'cbt');

function fill(books: number, extension: string, write: (file: string, index: number) => void): FormatLibrary {
  const folder = mkdtempSync(join(tmpdir(), `lectern-bench-${extension}-`));
  const files = Array.from({ length: books }, (_, index) => {
    const series = join(folder, `Series ${Math.floor(index / 20)}`);
    mkdirSync(series, { recursive: true });
    return join(series, `Book ${String(index).padStart(4, '0')}.${extension}`);
  });
  files.forEach(write);
  return { folder, files };
}

/** Random letters, so that the text compresses no better than prose. */
function makeText(seed: number): string {
  const noise = createNoise();
  const bytes = Buffer.alloc(chapterBytes);
  for (let i = 0; i < bytes.length; i++) bytes[i] = i % 6 === 5 ? 0x20 : 0x61 + (noise() % 26);
  return `${seed} ${bytes.toString('latin1')}`;
}

/** Fifty lines across the page. The lines differ between pages. */
const drawLines = (seed: number): string =>
  Array.from(
    { length: 50 },
    (_, line) => `${50 + ((seed * 7 + line * 13) % 200)} ${60 + line * 13} m 500 ${70 + line * 13} l S`,
  ).join('\n');
