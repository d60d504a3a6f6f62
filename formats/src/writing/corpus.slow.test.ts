// Writes every EPUB and every zipped comic of the corpus once and checks that everything else is kept.
// EPUBCheck (the Debian package) must find no new problems; TEST_EPUBCHECK sets the number of checked books.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CorpusFile, corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import { memoryArchive } from '../../../server/test/epub-archive.ts';
import { readZipIndex } from '../archive/zip/directory.ts';
import { readZipEntry } from '../archive/zip/read.ts';
import { readEpubPackage } from '../epub/package.ts';
import { FormatError, settle } from '../error.ts';
import { defaultLimits as limits } from '../limits.ts';
import { toEmbeddedMetadata } from '../opf/embedded.ts';
import { bytesSource } from '../source.ts';
import { checkEdited, editBook, type FileEdit } from './edit-book.ts';

const modifiedAt = new Date(2026, 1, 3);
const metadata = {
  title: 'Written & read',
  summary: 'Of this book',
  publisher: 'House',
  language: 'en',
  authors: [{ name: 'Ann Writer', role: 'author' as const }],
  series: 'Run',
  seriesPosition: 2,
};
const toOpf: FileEdit = {
  kind: 'opf',
  modifiedAt,
  metadata: { source: 'opf', ...metadata },
  fields: ['title', 'summary', 'publisher', 'language', 'authors', 'series'],
};
const toComicInfo: FileEdit = {
  kind: 'comic_info',
  modifiedAt,
  metadata: { source: 'comic_info', ...metadata },
  fields: ['title', 'summary', 'publisher', 'series'],
};

function write(before: Buffer, edit: FileEdit): Buffer {
  const edited = editBook(bytesSource(before), edit, limits);
  if (!edited) return before;
  const { parts, entry } = edited;
  const after = Buffer.concat(
    parts.map((part) =>
      part instanceof Uint8Array ? part : before.subarray(part.offset, part.offset + part.length),
    ),
  );
  checkEdited(bytesSource(before), bytesSource(after), entry, limits);
  return after;
}

function readOpf(bytes: Buffer) {
  const source = bytesSource(bytes);
  const { entries } = readZipIndex(source, limits);
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    const content = settle(() => readZipEntry(source, entry, limits));
    if (!(content instanceof FormatError)) files.set(entry.name, Buffer.from(content));
  }
  const { opf } = readEpubPackage(memoryArchive(files), limits);
  return { opf, first: entries[0] && [entries[0].name, entries[0].method] };
}

function* writeAll(format: string, edit: FileEdit) {
  for (const book of readCorpus()) {
    if (book.format !== format) continue;
    const before = readFileSync(corpusPath(book));
    const after = settle(() => write(before, edit));
    yield { book, before, after };
  }
}

const wrongOf = (book: CorpusFile, what: string) => `${book.path}: ${what}`;

test.skipIf(!hasCorpus)(
  'keeps mimetype, manifest and spine of EPUBs, and reads back written fields',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    const refused: string[] = [];
    let written = 0;
    for (const { book, before, after } of writeAll('epub', toOpf)) {
      if (after instanceof FormatError) {
        refused.push(wrongOf(book, after.message));
        continue;
      }
      written++;
      const old = readOpf(before);
      const now = readOpf(after);
      for (const part of ['manifest', 'spine', 'version'] as const)
        if (JSON.stringify(old.opf[part]) !== JSON.stringify(now.opf[part])) wrong.push(wrongOf(book, part));
      if (JSON.stringify(old.first) !== JSON.stringify(now.first)) wrong.push(wrongOf(book, 'first entry'));
      const { title, summary, publisher, language, authors, series, seriesPosition } = toEmbeddedMetadata(
        now.opf,
      );
      // People with roles unknown to Lectern are kept in addition to the author.
      const said = {
        title,
        summary,
        publisher,
        language,
        series,
        seriesPosition,
        authors: authors?.filter(({ role }) => role === 'author'),
      };
      expect.soft(said, book.path).toEqual(metadata);
    }
    await annotate(`${written} written, ${refused.length} refused: ${refused.join('; ')}`);
    expect(wrong).toEqual([]);
    expect(written).toBeGreaterThan(50);
  },
);

test.skipIf(!hasCorpus)(
  'keeps the packed bytes of every page of zipped comics',
  { timeout: 120_000 },
  async ({ annotate }) => {
    let written = 0;
    const refused: string[] = [];
    // `checkEdited` throws a FormatError if anything was lost.
    for (const { book, after } of writeAll('zip', toComicInfo)) {
      if (!(after instanceof FormatError)) written++;
      else refused.push(wrongOf(book, after.message));
    }
    await annotate(`${written} written, ${refused.length} refused: ${refused.join('; ')}`);
    expect(refused.filter((line) => line.includes('failed verification'))).toEqual([]);
    expect(written).toBeGreaterThan(20);
  },
);

const epubCheck = '/usr/share/java/epubcheck.jar';
const hasEpubCheck = existsSync(epubCheck) && spawnSync('java', ['-version']).status === 0;
/** Each check takes a few seconds. */
const checked = Number(process.env.TEST_EPUBCHECK ?? 0);

/** Returns the ids of all reported problems, with repetitions. */
function findFaults(folder: string, bytes: Buffer): string[] {
  const path = join(folder, 'book.epub');
  writeFileSync(path, bytes);
  const { stdout, stderr } = spawnSync('java', ['-jar', epubCheck, path], { encoding: 'utf8' });
  return [...`${stdout}${stderr}`.matchAll(/^(?:ERROR|FATAL)\(([^)]+)\)/gm)]
    .map(([, id]) => id ?? '')
    .toSorted();
}

test.skipIf(!hasCorpus || !hasEpubCheck || checked === 0)(
  'EPUBCheck finds no new problems in a written EPUB',
  { timeout: 600_000 },
  async ({ annotate }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-epubcheck-'));
    const wrong: string[] = [];
    let count = 0;
    try {
      for (const { book, before, after } of writeAll('epub', toOpf)) {
        if (after instanceof FormatError || before.length > 2_000_000 || book.hostile) continue;
        if (count++ >= checked) break;
        const old = findFaults(folder, before);
        const now = findFaults(folder, after);
        if (now.length > old.length) wrong.push(wrongOf(book, `${now.join()} instead of ${old.join()}`));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await annotate(`${count} EPUBs were checked twice`);
    expect(wrong).toEqual([]);
  },
);
