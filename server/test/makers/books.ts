// Creates books of every format, and folders of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type EpubParts, epubFiles } from './epub.ts';
import { makeImage } from './images.ts';
import { makePdf } from './pdf.ts';
import { makeRar4 } from './rar.ts';
import { packSevenZip } from './seven-zip.ts';
import { makeTar } from './tar.ts';
import { makeZip, type ZipEntry } from './zip.ts';

export interface ComicSpec {
  /** Default 3. Pages are named 001.jpg and so on, are 40 x 60 pixels, and have different colors. */
  pages?: number;
  /** Content of the `ComicInfo` element: `<Series>Saga</Series>`. Without it, the file has no ComicInfo. */
  comicInfo?: string;
  /** Makes the content differ from other comics. */
  mark?: string;
  method?: 'stored' | 'deflate';
}

/** Returns the image of a page. The same number and mark give the same bytes. */
export function makePage(number: number, mark = ''): Promise<Buffer> {
  const hue = [...`${number}${mark}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return makeImage({ color: `hsl(${hue}, 80%, 45%)`, width: 40, height: 60 });
}

async function makeEntries({ pages = 3, comicInfo, mark = '', method = 'stored' }: ComicSpec) {
  const entries: ZipEntry[] = [];
  for (let n = 1; n <= pages; n++) {
    const name = `${String(n).padStart(3, '0')}.jpg`;
    entries.push({ name, content: await makePage(n, mark), method });
  }
  if (mark !== '') entries.push({ name: 'mark.txt', content: mark, method });
  if (comicInfo !== undefined) {
    const content = `<?xml version="1.0"?><ComicInfo>${comicInfo}</ComicInfo>`;
    entries.push({ name: 'ComicInfo.xml', content, method: 'deflate' });
  }
  return entries;
}

export const makeCbz = async (spec: ComicSpec = {}): Promise<Buffer> => makeZip(await makeEntries(spec));

export const makeCbr = async (spec: ComicSpec = {}): Promise<Buffer> =>
  makeRar4((await makeEntries(spec)).map(({ name, content = '' }) => ({ name, content })));

export const makeCbt = async (spec: ComicSpec = {}): Promise<Buffer> =>
  makeTar((await makeEntries(spec)).map(({ name, content = '' }) => ({ name, content })));

export const makeCb7 = async (spec: ComicSpec = {}): Promise<Buffer> =>
  packSevenZip(
    Object.fromEntries((await makeEntries(spec)).map(({ name, content = '' }) => [name, content])),
  );

/** Makers by format of a comic file. `server/test/comic-formats.test.ts` fails for a format without one. */
export const comicMakers = { cbz: makeCbz, cbr: makeCbr, cb7: makeCb7, cbt: makeCbt };

/** Creates a CBZ of these pages. */
export const makeDrawnCbz = (pages: readonly Uint8Array[]): Buffer =>
  makeZip(
    pages.map((content, i) => ({ name: `${String(i + 1).padStart(3, '0')}.jpg`, content, method: 'stored' })),
  );

/** Creates a small EPUB; see makers/epub.ts for its parts. */
export function makeEpub(parts: EpubParts = {}): Buffer {
  const files = epubFiles(parts).map(
    ([name, content]): ZipEntry => ({
      name,
      content: typeof content === 'string' ? content : Buffer.from(content),
      // Audio is already compressed.
      method: /\.(?:mp3|wav)$/.test(name) ? 'stored' : 'deflate',
    }),
  );
  return makeZip([{ name: 'mimetype', content: 'application/epub+zip' }, ...files]);
}

/** Creates an EPUB of one chapter with a cover image. */
export const makeCoveredEpub = async (): Promise<Buffer> =>
  makeEpub({
    manifest: `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
      <item id="i" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`,
    spine: '<itemref idref="c1"/>',
    files: { 'OEBPS/cover.jpg': await makePage(1) },
  });

export { makePdf };

/** Writes files below a folder and creates missing folders. */
export function writeFiles(folder: string, files: Record<string, Uint8Array | string>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Writes comics with the same page in folders of ten, so that a scan takes some time. */
export async function writeManyBooks(folder: string, count: number): Promise<void> {
  const content = await makePage(1);
  for (let i = 0; i < count; i++) {
    const book = makeZip([
      { name: '001.jpg', content },
      { name: 'mark.txt', content: `${folder}${i}` },
    ]);
    writeFiles(folder, { [`Series ${Math.floor(i / 10)}/Book ${i}.cbz`]: book });
  }
}
