// Compares headers of every image of the corpus with independent decoders.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readArchive } from '../../../server/test/archive-reader.ts';
import {
  type CorpusFile,
  corpusPath,
  hasCorpus,
  readCorpus,
  type SizeFact,
} from '../../../server/test/corpus.ts';
import { readByWindows } from '../../../server/test/image-windows.ts';

/** Returns the sizes in the manifest by entry name. */
function sizeFacts(book: CorpusFile): [string, SizeFact][] {
  const { firstImage, firstImageSize, lastImage, lastImageSize, epub } = book.facts;
  const facts: [string, SizeFact][] = [];
  if (firstImage && firstImageSize) facts.push([firstImage, firstImageSize]);
  if (lastImage && lastImageSize) facts.push([lastImage, lastImageSize]);
  if (epub?.cover && epub.coverSize) facts.push([epub.cover, epub.coverSize]);
  return facts;
}

test.skipIf(!hasCorpus)(
  'matches the sizes in the manifest for every archive',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    let held = 0;
    for (const book of readCorpus()) {
      const facts = sizeFacts(book);
      const entries = facts.length === 0 ? new Map() : await readArchive(corpusPath(book));
      for (const [name, fact] of facts) {
        const header = entries.has(name) ? readByWindows(entries.get(name), 1024) : undefined;
        const type = `image/${fact[2].toLowerCase()}`;
        const isRight = header?.mediaType === type && header.width === fact[0] && header.height === fact[1];
        if (isRight) held++;
        else wrong.push(`${book.path} ${name}: ${JSON.stringify(header)} instead of ${fact}`);
      }
    }
    await annotate(`${held} of ${held + wrong.length} image sizes hold`);
    expect(wrong).toEqual([]);
    expect(held).toBeGreaterThan(210);
  },
);

test.skipIf(!hasCorpus)(
  'reads the same size as sharp for every page of the corpus',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    let held = 0;
    for (const book of readCorpus().filter((file) => !file.hostile && /\.(cb[zr]|epub)$/.test(file.path))) {
      for (const [name, bytes] of await readArchive(corpusPath(book))) {
        const header = readByWindows(bytes, 1024);
        if (header?.width === undefined) continue;
        const decoder = await sharp(bytes, { limitInputPixels: false })
          .metadata()
          .catch(() => undefined);
        if (decoder === undefined) continue;
        if (header.width === decoder.width && header.height === decoder.height) held++;
        else
          wrong.push(
            `${book.path} ${name}: ${header.width}x${header.height}, ${decoder.width}x${decoder.height}`,
          );
      }
    }
    await annotate(`${held} of ${held + wrong.length} pictures agree with sharp`);
    expect(wrong).toEqual([]);
    expect(held).toBeGreaterThan(240);
  },
);
