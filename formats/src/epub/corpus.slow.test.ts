// Compares every EPUB of the corpus with the results of independent tools, and every hostile EPUB with its
// expected outcome.
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { readArchive } from '../../../server/test/archive-reader.ts';
import { type CorpusFile, corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import { memoryArchive } from '../../../server/test/epub-archive.ts';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import type { Opf } from '../opf/types.ts';
import { createFinder, type EpubArchive } from './archive.ts';
import { readEpubPackage, readRootfiles } from './package.ts';
import { type Epub, readEpub } from './read.ts';

type Facts = NonNullable<CorpusFile['facts']['epub']>;

const oneSpace = (text: unknown) => (typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : text);
const orNull = (value: unknown) => value ?? null;

/**
 * Returns the facts as our reader sees them, by their names in the manifest. The tool that produced the
 * manifest stored at most three titles and each identifier once.
 */
function readFacts(archive: EpubArchive, opf: Opf): Record<string, unknown> {
  const meta = (name: string) => opf.metas.get(name)?.[0];
  const hasEncryption = createFinder(archive)({ name: 'META-INF/encryption.xml' }) !== undefined;
  return {
    version: opf.version,
    titles: opf.titles.slice(0, 3).map((title) => title.text),
    creators: opf.people.filter((person) => person.kind === 'creator').map((person) => person.name),
    languages: opf.languages,
    identifiers: [...new Set(opf.identifiers.map((identifier) => identifier.value))],
    publisher: orNull(opf.publishers[0]),
    date: orNull(opf.dates[0]?.value),
    spineCount: opf.spine.length,
    pageProgressionDirection: orNull(opf.pageProgressionDirection),
    hasNav: opf.manifest.some((item) => item.properties.includes('nav')),
    hasNcx: opf.manifest.some((item) => item.mediaType === 'application/x-dtbncx+xml'),
    encryptionXml: hasEncryption ? true : null,
    'rendition:layout': opf.rendition.layout,
    'belongs-to-collection': opf.collections[0]?.name,
    'collection-type': opf.collections[0]?.type,
    'group-position': opf.collections[0]?.position,
    'calibre:series': meta('calibre:series'),
    'calibre:series_index': meta('calibre:series_index'),
  };
}

function tryRead<T>(read: () => T): T | FormatError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/** Facts that differ from the book itself, by file name and fact, with the correct value. */
const corrections: ReadonlyMap<string, unknown> = new Map([
  // The second title belongs to a `collection` element inside the package, not to the book.
  ['pkg-collections-unknown.epub titles', ['pkg-collections-unknown']],
]);

/**
 * Outcomes of books that other readers refuse: their only package document is found or repaired. One of them then has no
 * pages.
 */
const repaired: ReadonlyMap<string, string> = new Map([
  ['no container.epub', 'page_extraction'],
  ['opf not well-formed.epub', 'read'],
  ['rootfile outside.epub', 'read'],
]);

/** Returns the facts of one book that do not match, and the number of facts checked. */
function checkFacts(
  book: CorpusFile,
  facts: Facts,
  archive: EpubArchive,
): { checked: number; wrong: string[] } {
  const found: Record<string, unknown> = {};
  const rootfiles = tryRead(() => readRootfiles(archive, createFinder(archive), defaultLimits));
  if (!(rootfiles instanceof FormatError)) found.rootfiles = rootfiles;
  const epub = tryRead(() => readEpubPackage(archive, defaultLimits));
  if (epub instanceof FormatError) found.parse = facts.parse === undefined ? epub.message : facts.parse;
  else
    Object.assign(
      found,
      readFacts(archive, epub.opf),
      repaired.has(basename(book.path)) && { parse: facts.parse },
    );
  const whole = tryRead(() => readEpub(archive, defaultLimits));
  // A cover outside the archive is a fact of the package that our reader does not report.
  if (facts.cover !== undefined) found.cover = whole instanceof FormatError ? facts.cover : whole.cover?.name;
  const names = Object.keys(facts).filter((name) => name !== 'epubcheck' && name !== 'coverSize');
  const wrong = names.filter(
    (name) => JSON.stringify(found[name]) !== JSON.stringify(correct(book, name, facts[name])),
  );
  const details = wrong.map(
    (name) => `${book.path} ${name}: ${JSON.stringify(found[name])}, not ${JSON.stringify(facts[name])}`,
  );
  return { checked: names.length, wrong: details };
}

/** Facts keep the white space of the file; our reader collapses it, as EPUB requires. */
function correct(book: CorpusFile, name: string, fact: unknown): unknown {
  const corrected = corrections.get(`${basename(book.path)} ${name}`) ?? fact;
  return Array.isArray(corrected) ? corrected.map(oneSpace) : oneSpace(corrected);
}

async function openBook(book: CorpusFile): Promise<EpubArchive | undefined> {
  const files = await readArchive(corpusPath(book)).catch(() => new Map());
  return files.size === 0 ? undefined : memoryArchive(files);
}

test.skipIf(!hasCorpus)(
  'matches the facts of the manifest for every EPUB',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    let checked = 0;
    for (const book of readCorpus()) {
      const archive = book.facts.epub === undefined ? undefined : await openBook(book);
      if (archive === undefined || book.facts.epub === undefined) continue;
      const result = checkFacts(book, book.facts.epub, archive);
      checked += result.checked;
      wrong.push(...result.wrong);
    }
    await annotate(`${checked - wrong.length} of ${checked} EPUB facts hold`);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(900);
  },
);

/** Whether the result is one of the outcomes that the description of the book allows. */
function isExpected(expected: string, result: Epub | FormatError): boolean {
  if (result instanceof FormatError) return expected.includes(result.kind);
  return /readable|may be read|read by content|title without|served/.test(expected);
}

test.skipIf(!hasCorpus)(
  'handles every hostile EPUB as expected',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    let checked = 0;
    for (const book of readCorpus()) {
      const isEpub =
        book.path.startsWith('hostile/epub/') || book.path.includes('wrong-extension/epub called');
      const archive = isEpub ? await openBook(book) : undefined;
      if (archive === undefined || book.expectedServer === undefined) continue;
      checked += 1;
      const result = tryRead(() => readEpub(archive, defaultLimits));
      const outcome = result instanceof FormatError ? result.kind : 'read';
      const expected = repaired.get(basename(book.path));
      const isRight = expected === undefined ? isExpected(book.expectedServer, result) : outcome === expected;
      if (!isRight) wrong.push(`${book.path}: ${outcome}, not ${expected ?? book.expectedServer}`);
    }
    await annotate(`${checked - wrong.length} of ${checked} hostile EPUBs end as expected`);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(15);
  },
);

test.skipIf(!hasCorpus)('reads every other EPUB of the corpus', { timeout: 120_000 }, async () => {
  const unread: string[] = [];
  for (const book of readCorpus()) {
    const archive = book.format !== 'epub' || book.hostile ? undefined : await openBook(book);
    const result = archive === undefined ? undefined : tryRead(() => readEpub(archive, defaultLimits));
    if (result instanceof FormatError) unread.push(`${book.path}: ${result.message}`);
  }
  expect(unread).toEqual([]);
});
