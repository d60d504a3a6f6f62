// Compares every ComicInfo.xml of the corpus with the results of independent tools.
import { expect, test } from 'vitest';
import { readArchive } from '../../../server/test/archive-reader.ts';
import { type CorpusFile, corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { findComicInfoName } from './names.ts';
import { parseComicInfo } from './parse.ts';
import type { ComicInfo } from './types.ts';

/** The expected value of an element's text: empty and impossible values become undefined. */
const text = (value: string) => value || undefined;
const list = (value: string) => (value === '' ? undefined : value.split(',').map((part) => part.trim()));
const number = (min: number, max: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined;

const elements: Record<string, (info: ComicInfo) => [found: unknown, expected: (fact: string) => unknown]> = {
  Title: (info) => [info.title, text],
  Series: (info) => [info.series, text],
  Number: (info) => [info.number, text],
  Count: (info) => [info.count, number(1, 1e9)],
  Volume: (info) => [info.volume, number(0, 1e9)],
  Year: (info) => [info.year, number(1000, 2999)],
  Month: (info) => [info.month, number(1, 12)],
  Day: (info) => [info.day, number(1, 31)],
  Writer: (info) => [info.writers, list],
  Publisher: (info) => [info.publisher, text],
  Genre: (info) => [info.genres, list],
  Tags: (info) => [info.tags, list],
  PageCount: (info) => [info.pageCount, number(1, 1e9)],
  LanguageISO: (info) => [info.languageIso, (fact) => (fact.length === 2 ? fact : undefined)],
  Manga: (info) => [info.manga, (fact) => (fact === 'Maybe' ? undefined : fact)],
  AgeRating: (info) => [info.ageRating, text],
};

function check(book: CorpusFile, files: ReadonlyMap<string, Buffer>): { checked: number; wrong: string[] } {
  const { entry = '', ...facts } = book.facts.comicInfo ?? {};
  const name = findComicInfoName(files.keys());
  const wrong = name === entry ? [] : [`entry ${name}, not ${entry}`];
  const bytes = files.get(entry);
  if (bytes === undefined) return { checked: 1, wrong: [`${book.path}: no ${entry}`] };
  const fate = fateOf(bytes);
  if (fate === 'metadata error' || fate === 'no metadata') {
    const allowed = fate === 'no metadata' ? /no metadata/ : /(?<!no )metadata/;
    if (!allowed.test(book.expectedServer ?? '')) wrong.push(fate);
    return { checked: 2, wrong: wrong.map((fault) => `${book.path}: ${fault}`) };
  }
  for (const [element, fact] of Object.entries(facts)) {
    const [found, expected] = elements[element]?.(fate) ?? ['nothing of ours', text];
    if (JSON.stringify(found) !== JSON.stringify(expected(fact)))
      wrong.push(`${element} ${found}, not ${fact}`);
  }
  return { checked: 1 + Object.keys(facts).length, wrong: wrong.map((fault) => `${book.path}: ${fault}`) };
}

function fateOf(bytes: Buffer): ComicInfo | 'no metadata' | 'metadata error' {
  try {
    return parseComicInfo(bytes, defaultLimits) ?? 'no metadata';
  } catch (error) {
    if (error instanceof FormatError && error.kind === 'metadata') return 'metadata error';
    throw error;
  }
}

test.skipIf(!hasCorpus)(
  'matches the facts of the manifest for every ComicInfo.xml',
  { timeout: 120_000 },
  async ({ annotate }) => {
    const wrong: string[] = [];
    let checked = 0;
    for (const book of readCorpus()) {
      // The 20 MB file exceeds the limit of the archive reader in these tests. parse.test.ts covers this
      // case.
      if (book.facts.comicInfo === undefined || book.path.includes('20 MB')) continue;
      const result = check(book, await readArchive(corpusPath(book)));
      checked += result.checked;
      wrong.push(...result.wrong);
    }
    await annotate(`${checked - wrong.length} of ${checked} ComicInfo facts hold`);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(200);
  },
);
