// Compares every archive of the corpus with its manifest and with the listings of yauzl and UnRAR.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createExtractorFromFile, type FileHeader } from 'node-unrar-js';
import { afterAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { readArchive } from '../../../server/test/archive-reader.ts';
import { type CorpusFile, corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import { toFault } from '../../../server/test/faults.ts';
import { detectKind, type FileKind } from '../detect.ts';
import { FormatError } from '../error.ts';
import { defaultLimits as limits } from '../limits.ts';
import { type FileSource, openFileSource } from '../source.ts';
import { type DetectedIndex, readArchiveIndex } from './open.ts';
import { listPageEntries } from './pages.ts';
import { readEntries } from './read.ts';

const files = readCorpus();
const isArchive = (file: CorpusFile) => /zip|epub|rar[45]/.test(file.format);

/** Manifest facts that we express differently, or deliberately report differently; see each entry. */
const exceptions = new Map([
  // A link is never a page.
  ['hostile/archives/symlink entry.cbz', { imageCount: 1, firstImage: '002.png', lastImage: '002.png' }],
  // Shown with slashes.
  ['hostile/archives/path traversal names.cbz', { lastImage: 'C:/Windows/evil.png' }],
  // The manifest has the CP437 reading of these Shift_JIS names.
  ['hostile/names/entry names in shift_jis.cbz', { firstImage: '第一話_01.png', lastImage: '第一話_02.png' }],
]);

async function withIndex<T>(
  file: CorpusFile,
  work: (index: DetectedIndex, source: FileSource) => T,
): Promise<Awaited<T> | string> {
  const source = openFileSource(corpusPath(file));
  try {
    return await work(readArchiveIndex(source, limits), source);
  } catch (error) {
    return toFault(error);
  } finally {
    source.close();
  }
}

test.skipIf(!hasCorpus)('detects the kind of every file by its content', () => {
  const kinds: Record<string, FileKind> = { epub: 'zip', rar4: 'rar', rar5: 'rar', png: 'image' };
  kinds['rar14 (before 1.5)'] = 'rar14';
  for (const file of files) {
    const source = openFileSource(corpusPath(file));
    const format = file.format.replace(/ \((damaged|with bytes before it)\)$/, '');
    expect([file.path, detectKind(source)]).toEqual([file.path, kinds[format] ?? format]);
    source.close();
  }
});

test.skipIf(!hasCorpus)(
  'matches the facts of the manifest for every archive that can be opened',
  async () => {
    let held = 0;
    for (const file of files.filter(isArchive)) {
      const facts = { ...file.facts, ...exceptions.get(file.path) };
      const found = await withIndex(file, (index) => {
        const pages = listPageEntries(index).map((entry) => entry.name);
        return {
          entries: index.entries.filter((entry) => !entry.isDirectory).length,
          encrypted: index.entries.some((entry) => entry.isEncrypted),
          imageCount: pages.length,
          firstImage: pages[0],
          lastImage: pages.at(-1),
          plainSortFirst: facts.plainSortFirst && pages.toSorted()[0],
        };
      });
      if (typeof found === 'string') {
        expect([file.path, file.hostile, found]).toEqual([
          file.path,
          true,
          expect.stringMatching(/^parser /),
        ]);
        continue;
      }
      const { entries, encrypted, imageCount, firstImage, lastImage, plainSortFirst } = facts;
      expect([file.path, found]).toEqual([
        file.path,
        { entries, encrypted, imageCount, firstImage, lastImage, plainSortFirst },
      ]);
      held++;
    }
    expect(held).toBeGreaterThan(180);
  },
);

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.skipIf(!hasCorpus)(
  'reads the same content as other libraries for every entry of every book',
  { timeout: 120_000 },
  async () => {
    let compared = 0;
    for (const file of files.filter((file) => isArchive(file) && !file.hostile)) {
      const theirs = await readArchive(corpusPath(file));
      const ours = new Map<string, string>();
      await withIndex(file, (index, source) =>
        readEntries(
          { source, index, limits },
          index.entries.filter((entry) => !entry.isDirectory),
          (entry, content) =>
            ours.set(entry.name, content instanceof FormatError ? toFault(content) : digest(content)),
        ),
      );
      for (const [name, content] of theirs) {
        expect([file.path, name, ours.get(name)]).toEqual([file.path, name, digest(content)]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  },
);

test.skipIf(!hasCorpus)('lists the same entries as yauzl for every zip that yauzl reads', async () => {
  let compared = 0;
  for (const file of files.filter((file) => /zip|epub/.test(file.format))) {
    const zip = await fromBufferPromise(readFileSync(corpusPath(file)), {
      strictFileNames: false,
      decodeStrings: false,
    }).catch(() => undefined);
    const theirs: unknown[] = [];
    try {
      for await (const entry of zip?.eachEntry() ?? []) {
        theirs.push([
          Buffer.from(entry.fileName).toString('hex'),
          entry.uncompressedSize,
          entry.compressedSize,
          entry.crc32,
        ]);
      }
    } catch {
      continue;
    }
    if (!zip || file.path.endsWith('overlapping entries.cbz')) continue;
    const ours = await withIndex(file, ({ entries }) =>
      entries.map(({ name, rawName, sizeBytes, packedBytes, crc32 }) => [
        Buffer.from(rawName ?? name).toString('hex'),
        sizeBytes,
        packedBytes,
        crc32,
      ]),
    );
    expect([file.path, ours]).toEqual([file.path, theirs]);
    compared++;
  }
  expect(compared).toBeGreaterThan(140);
});

const unhandledBefore = process.listeners('unhandledRejection');
const uncaughtBefore = process.listeners('uncaughtException');
// node-unrar-js installs process listeners that end the process on any later error of another test file.
afterAll(() => {
  for (const listener of process.listeners('unhandledRejection'))
    if (!unhandledBefore.includes(listener)) process.off('unhandledRejection', listener);
  for (const listener of process.listeners('uncaughtException'))
    if (!uncaughtBefore.includes(listener)) process.off('uncaughtException', listener);
});

/** Returns the headers that node-unrar-js lists up to its first error. */
async function listWithUnrar(file: CorpusFile): Promise<{ headers: FileHeader[]; hasFailed: boolean }> {
  const headers: FileHeader[] = [];
  try {
    const extractor = await createExtractorFromFile({ filepath: corpusPath(file) });
    for (const header of extractor.getFileList().fileHeaders) headers.push(header);
    return { headers, hasFailed: false };
  } catch {
    return { headers, hasFailed: true };
  }
}

test.skipIf(!hasCorpus)('lists the same entries as UnRAR for every RAR that UnRAR reads', async () => {
  let compared = 0;
  for (const file of files.filter((file) => /^rar[45]/.test(file.format))) {
    const { headers, hasFailed } = await listWithUnrar(file);
    const ours = await withIndex(file, ({ entries }) =>
      entries.map(({ name, sizeBytes, packedBytes, crc32, isDirectory, isEncrypted }) => ({
        name,
        unpSize: sizeBytes,
        packSize: packedBytes,
        // UnRAR invents a checksum when the header has none.
        crc: crc32 ?? expect.any(Number),
        flags: expect.objectContaining({ directory: isDirectory, encrypted: isEncrypted }),
      })),
    );
    // UnRAR also reports an error for archives that our reader refuses.
    if (typeof ours === 'string') expect([file.path, hasFailed]).toEqual([file.path, true]);
    if (typeof ours === 'string' || hasFailed) continue;
    const theirs = headers.map((header) => ({ ...header, crc: header.crc >>> 0 }));
    expect([file.path, theirs]).toEqual([file.path, ours.map((entry) => expect.objectContaining(entry))]);
    compared++;
  }
  expect(compared).toBeGreaterThan(40);
});

test.skipIf(!hasCorpus)('reads every rare compression method of the corpus', async () => {
  const reported: string[] = [];
  for (const file of files.filter((file) => /methods\/(BZip2|LZMA|PPMd)/.test(file.path))) {
    await withIndex(file, (index, source) =>
      readEntries({ source, index, limits }, index.entries, (entry, content) =>
        reported.push(content instanceof FormatError ? toFault(content) : entry.method),
      ),
    );
  }
  expect(reported.toSorted()).toEqual(['bzip2', 'bzip2', 'lzma', 'lzma', 'ppmd', 'ppmd']);
});

test.skipIf(!hasCorpus)(
  'reads or refuses every entry of every hostile archive',
  { timeout: 120_000 },
  async () => {
    const outcomes = new Map<string, number>();
    for (const file of files.filter((file) => isArchive(file) && file.hostile)) {
      await withIndex(file, async (index, source) => {
        const wanted = index.entries.slice(0, 3_000);
        await readEntries({ source, index, limits }, wanted, (_, content) => {
          const outcome = content instanceof FormatError ? toFault(content) : 'read';
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        });
      });
    }
    expect(Object.fromEntries(outcomes)).toMatchObject({
      read: expect.any(Number),
      'page_extraction crc_mismatch': expect.any(Number),
      'page_extraction damaged': expect.any(Number),
      'page_extraction encrypted': expect.any(Number),
      'page_extraction link': expect.any(Number),
      'page_extraction too_large': expect.any(Number),
    });
  },
);
