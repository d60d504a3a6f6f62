// Makes thumbnails of the corpus's pages. Hostile pages fail as the manifest expects.
import { expect, test } from 'vitest';
import { readArchive } from '../../../server/test/archive-reader.ts';
import { corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import type { FormatError } from '../error.ts';
import { makeThumbnail } from './convert.ts';
import { readImageHeader } from './header.ts';

const box = { maxWidth: 320, maxHeight: 480 };
const isImageName = (name: string) => /\.(jpe?g|png|webp|gif|avif|jxl|bmp|tiff?)$/i.test(name);
const isJunk = (name: string) => /(^|\/)(\.|__MACOSX)/.test(name);

/** Returns "ok", or kind and reason of the error, for each image of an archive by its path in the manifest. */
async function tryPages(path: string): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [name, bytes] of await readArchive(corpusPath({ path }))) {
    if (!isImageName(name) || isJunk(name)) continue;
    outcomes[name] = await makeThumbnail(bytes, box).then(
      () => 'ok',
      (error: FormatError) => `${error.kind} ${error.reason}`,
    );
  }
  return outcomes;
}

test.skipIf(!hasCorpus)(
  'makes a thumbnail of every page of every intact comic',
  { timeout: 300_000 },
  async ({ annotate }) => {
    const failed: string[] = [];
    let made = 0;
    for (const book of readCorpus().filter((file) => !file.hostile && /\.cb[zr]$/.test(file.path))) {
      for (const [name, outcome] of Object.entries(await tryPages(book.path))) {
        if (outcome === 'ok') made++;
        else failed.push(`${book.path} ${name}: ${outcome}`);
      }
    }
    await annotate(`${made} thumbnails made, ${failed.length} failed`);
    expect(failed).toEqual([]);
    expect(made).toBeGreaterThan(100);
  },
);

test.skipIf(!hasCorpus)(
  'fails for hostile pages as the manifest expects, but not for other pages of the archive',
  async () => {
    const undecodable = 'thumbnail undecodable';
    const tooLarge = 'thumbnail too_large';
    const expected = {
      'hostile/archives/truncated image inside.cbz': [undecodable, undecodable, 'ok'],
      'hostile/archives/image entries are not images.cbz': [undecodable, undecodable, undecodable],
      'hostile/archives/kavita macos_one.cbz': [undecodable],
      'hostile/archives/kavita macos_withdotunder_one.cbz': [undecodable],
      'hostile/archives/comictagger fake_cbr.cbr': new Array(8).fill(undecodable),
      'hostile/bombs/gif huge screen.cbz': [tooLarge],
      'hostile/bombs/jpeg header claims 65500x65500.cbz': [tooLarge],
      'hostile/bombs/png 30000x30000.cbz': [tooLarge, 'ok'],
      'hostile/bombs/png header claims 65000x65000.cbz': [tooLarge],
    };
    for (const [path, outcomes] of Object.entries(expected)) {
      expect(Object.values(await tryPages(path)), path).toEqual(outcomes);
    }
  },
);

test.skipIf(!hasCorpus)('refuses the hostile SVG page', async () => {
  const book = { path: 'hostile/bombs/svg page with script and file reference.cbz' };
  const svg = (await readArchive(corpusPath(book))).get('001.svg') ?? Buffer.alloc(0);
  expect(readImageHeader(svg)?.mediaType).toBe('image/svg+xml');
  await expect(makeThumbnail(svg, box)).rejects.toMatchObject({ kind: 'thumbnail', reason: 'too_large' });
});
