// Opens books of 20,000 chapters of every text format in a separate process, and measures its peak memory.
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFictionBook } from '../../../server/test/makers/texts/fb2.ts';
import { makeKf8, makeMobi } from '../../../server/test/makers/texts/mobi.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';

const chapters = 20_000;
const maxPeakMb = 200;
const numbers = Array.from({ length: chapters }, (_, i) => i + 1);
const sentence = 'The night train leaves the town and follows the river to the north. ';
const toText = (i: number) => `${i}. ${sentence.repeat(2 + (i % 5))}`;
const joinAll = (write: (i: number) => string, separator = '') => numbers.map(write).join(separator);

const books: Readonly<Record<string, () => Buffer>> = {
  'a.mobi': () =>
    makeMobi(
      `<html><body>${joinAll((i) => `<h2>Chapter ${i}</h2><p>${toText(i)}</p><mbp:pagebreak/>`)}</body></html>`,
      { compression: 'none' },
    ),
  'a.azw3': () =>
    makeKf8({
      compression: 'none',
      parts: numbers.map((i) => ({
        before: '<html><head></head><body>',
        fragments: [`<h2>Chapter ${i}</h2><p>${toText(i)}</p>`],
        after: '</body></html>',
      })),
    }),
  'a.fb2': () =>
    makeFictionBook({
      body: joinAll((i) => `<section><title><p>Chapter ${i}</p></title><p>${toText(i)}</p></section>`),
    }),
  'a.txt': () => Buffer.from(joinAll((i) => `Chapter ${i}\n\n${toText(i)}`, '\n\n')),
  'a.md': () => Buffer.from(joinAll((i) => `# Chapter ${i}\n\n${toText(i)}`, '\n\n')),
  'a.htmlz': () =>
    makeZip([
      {
        name: 'index.html',
        content: `<body>${joinAll((i) => `<h1>Chapter ${i}</h1><p>${toText(i)}</p>`)}</body>`,
        method: 'deflate',
      },
    ]),
};

const program = `
import { convertEbook } from '@lectern/formats/ebook/convert';
import { defaultLimits as limits } from '@lectern/formats/limits';
import { openFileSource, toFileName } from '@lectern/formats/source';
const path = process.argv[1];
const { content } = await convertEbook({ source: openFileSource(path), limits, fileName: toFileName(path) });
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ documents: content.epub.spine.length, peakMb: maxRSS / 1024 }));
`;

/** The options of a worker process with this limit (infrastructure/workers). */
const options = [
  `--max-old-space-size=${maxPeakMb / 2}`,
  '--max-semi-space-size=4',
  '--input-type=module',
  '-e',
  program,
];

test.each(Object.entries(books))(
  'opens %s with 20,000 chapters in less than 200 MB',
  async (name, make) => {
    const path = join(await mkdtemp(join(tmpdir(), 'lectern-chapters-')), name);
    await writeFile(path, make());
    const { stdout } = await promisify(execFile)(process.execPath, [...options, path], {
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    });
    const { documents, peakMb } = JSON.parse(stdout) as Record<'documents' | 'peakMb', number>;
    expect(documents).toBeGreaterThan(name.endsWith('.md') || name.endsWith('.htmlz') ? 100 : chapters - 1);
    expect(peakMb).toBeLessThan(maxPeakMb);
  },
  120_000,
);
