import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';
import { packageXml } from '../../../../test/makers/epub.ts';
import { type ReadPart, readingJobs } from './jobs.ts';
import { type FileToRead, type ReadResult, type ReadSettings, wasRead } from './reading.ts';

const root = mkdtempSync(join(tmpdir(), 'lectern-reading-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Reads files like a worker process. `onPart` is called for each progress message. */
async function read(
  names: readonly (string | Omit<FileToRead, 'root'>)[],
  settings: Partial<ReadSettings> = {},
  onPart: () => void = () => {},
): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  await readingJobs['reading.read'](
    {
      files: names.map((file) =>
        typeof file === 'string' ? { root, relativePath: file } : { root, ...file },
      ),
      settings: { hashing: 'fingerprint', ...settings },
    },
    (part: ReadPart) => {
      for (const [index, result] of part) results[index] = result;
      onPart();
    },
  );
  return results;
}

test('reads files one by one, each with its errors', async () => {
  writeFileSync(join(root, 'good.cbz'), await makeCbz());
  writeFileSync(join(root, 'bad.cbz'), 'bad');
  mkdirSync(join(root, 'folder.cbz'));
  const [good, bad, folder, gone] = await read(['good.cbz', 'bad.cbz', 'folder.cbz', 'gone.cbz']);
  expect(good).toMatchObject({ format: 'cbz', pageCount: 3, isReadable: true, faults: [] });
  expect(bad).toMatchObject({ format: null, isReadable: false, faults: [{ kind: 'format_detection' }] });
  expect(folder).toMatchObject({ fileHash: '', faults: [{ kind: 'parser', reason: 'unreadable' }] });
  expect(gone).toEqual({ isMissing: true });
});

test('reads a file again that changes during reading', async () => {
  const path = join(root, 'changing.cbz');
  writeFileSync(path, await makeCbz({ mark: 'first' }));
  const second = await makeCbz({ mark: 'second', pages: 7 });
  let changes = 0;
  const [result] = await read(['changing.cbz'], { hashing: 'full' }, () => {
    if (changes++ === 0) writeFileSync(path, second);
  });
  expect(result).toMatchObject({ pageCount: 7, sizeBytes: second.length });
});

test('leaves a file that keeps changing to the next scan', async () => {
  const path = join(root, 'growing.cbz');
  writeFileSync(path, await makeCbz({ mark: 'growing' }));
  const [result] = await read(['growing.cbz'], { hashing: 'full' }, () => appendFileSync(path, 'more'));
  expect(result).toEqual({ isMissing: false });
});

test('reports a file as missing that is deleted during reading', async () => {
  const path = join(root, 'leaving.cbz');
  writeFileSync(path, await makeCbz({ mark: 'leaving' }));
  const [result] = await read(['leaving.cbz'], { hashing: 'full' }, () => rmSync(path, { force: true }));
  expect(result && wasRead(result)).toBe(false);
});

test('prefers the metadata.opf of a book to the metadata in the book', async () => {
  mkdirSync(join(root, 'Ada/Train'), { recursive: true });
  writeFileSync(join(root, 'Ada/Train/Train.epub'), makeEpub());
  const metadata = '<dc:title>Night Train</dc:title><dc:creator>Ada Abe</dc:creator>';
  writeFileSync(join(root, 'Ada/Train/metadata.opf'), packageXml({ metadata }));
  const [plain] = await read(['Ada/Train/Train.epub']);
  const [beside] = await read([{ relativePath: 'Ada/Train/Train.epub', sidecars: ['metadata.opf'] }]);
  expect(plain).toMatchObject({ metadata: { title: 'A Book' } });
  expect(beside).toMatchObject({ metadata: { title: 'Night Train', authors: [{ name: 'Ada Abe' }] } });
  writeFileSync(join(root, 'Ada/Train/metadata.opf'), '<broken');
  const [broken] = await read([{ relativePath: 'Ada/Train/Train.epub', sidecars: ['metadata.opf'] }]);
  expect(broken).toMatchObject({
    metadata: { title: 'A Book' },
    faults: [{ kind: 'metadata' }],
    isReadable: true,
  });
});
