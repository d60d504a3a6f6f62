// Libraries for benches, generated once and kept in the system's temporary folder. The same options give the same
// files.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeImage } from '@lectern/server/testing';
import { type PackedFile, toPacked, toZip } from './zip.ts';

export interface LibrarySpec {
  books: number;
  /** Pages of each book. */
  pages: number;
  /** Bytes of each page. */
  pageBytes: number;
  /** Books per series. */
  seriesSize?: number;
  /** Pages are deflated. Their bytes compress as little as those of images. */
  isDeflated?: boolean;
  /** A JPEG for every page. Pages without it have `pageBytes` bytes and cannot be decoded. */
  picture?: Buffer;
}

/**
 * Returns the folder of a library of cbz files with a ComicInfo.xml each. Pages are stored unless `isDeflated` is set.
 */
export function makeLibrary(spec: LibrarySpec): string {
  const { books, pages, pageBytes, seriesSize = 20, isDeflated = false, picture } = spec;
  const kind = picture ? '-pictures' : isDeflated ? '-deflated' : '';
  const name = `lectern-bench-${books}x${pages}x${pageBytes}${kind}`;
  const folder = join(tmpdir(), name);
  const finished = join(folder, '..', `${folder.split('/').at(-1)}.done`);
  if (existsSync(finished)) return folder;
  rmSync(folder, { recursive: true, force: true });
  const page = picture ? withComment(picture) : makePage(pageBytes, isDeflated ? createNoise() : toFiller);
  for (let i = 0; i < books; i++) {
    const series = `Series ${String(Math.floor(i / seriesSize)).padStart(5, '0')}`;
    const number = String((i % seriesSize) + 1).padStart(3, '0');
    mkdirSync(join(folder, series), { recursive: true });
    writeFileSync(
      join(folder, series, `${series} ${number}.cbz`),
      makeBook(i, series, { page, pages, isDeflated }),
    );
  }
  writeFileSync(finished, '');
  return folder;
}

/** A library of comics with twenty decodable pages each; every page is an image of this size. */
export async function makePictures(books: number, size: { width: number; height: number }): Promise<string> {
  const picture = await makeImage(size);
  return makeLibrary({ books, pages: 20, pageBytes: picture.length, picture });
}

/** Makes one unique book: a cbz with a ComicInfo.xml. */
function makeBook(
  index: number,
  series: string,
  { page, pages, isDeflated }: { page: Buffer; pages: number; isDeflated?: boolean },
): Buffer {
  const files: PackedFile[] = [];
  for (let n = 1; n <= pages; n++) {
    // Each page has a different comment, which decoders ignore, so that all books differ.
    page.writeUInt32BE(index * 1_000 + n, commentAt);
    files.push(toPacked(`${String(n).padStart(3, '0')}.jpg`, Buffer.from(page), isDeflated));
  }
  const info = Buffer.from(
    `<?xml version="1.0"?><ComicInfo><Title>The ${index}th</Title><Series>${series}</Series><Number>${(index % 20) + 1}</Number><Writer>A. Writer</Writer><Publisher>Lantern</Publisher><Year>2020</Year><LanguageISO>en</LanguageISO></ComicInfo>`,
  );
  files.push(toPacked('ComicInfo.xml', info));
  return toZip(files);
}

/** Offset of the comment: after SOI, the marker and the length. */
const commentAt = 6;

/** A page with the header of a JPEG of 1200 x 1800, filled to its size with undecodable bytes. */
export function makePage(sizeBytes: number, toByte = toFiller): Buffer {
  const head = Buffer.from([
    0xff, 0xd8, 0xff, 0xfe, 0x00, 0x06, 0, 0, 0, 0, 0xff, 0xc0, 0x00, 0x0b, 8, 0x07, 0x08, 0x04, 0xb0, 1, 1,
    0x11, 0,
  ]);
  const rest = Buffer.alloc(Math.max(0, sizeBytes - head.length));
  for (let i = 0; i < rest.length; i++) rest[i] = toByte(i);
  return Buffer.concat([head, rest]);
}

/** Inserts a comment of four bytes after the SOI marker, at the offset that `makePage` uses. */
const withComment = (jpeg: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0]), jpeg.subarray(2)]);

const toFiller = (i: number): number => (i * 2_654_435_761) >>> 24;

/** Bytes that deflate compresses to 95 %. A xorshift generator makes them; half of them have one of 64 values. */
export function createNoise(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x100 ? state >>> 24 : (state >>> 24) & 0x3f;
  };
}
