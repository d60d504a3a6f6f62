// Real and hostile books through the running program: verifies every fact of the corpus manifest. The same test runs on
// generated books, so that it also works without the corpus.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { type Client, type CorpusFile, corpusRoot, hasCorpus, readCorpus } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from './corpus/claims.ts';
import { type ErrorsOfBook, judgeSound, listClaims } from './corpus/facts.ts';
import { judgeFate } from './corpus/fates.ts';
import { makeCorpus } from './corpus/made-up.ts';
import { type Observation, observe } from './corpus/observe.ts';
import { endAllPrograms, type Program } from './harness/program.ts';
import { readPassword, serve, signIn, waitForTasks } from './harness/server.ts';

interface Seen {
  file: CorpusFile;
  book: Observation;
  errors: ErrorsOfBook;
}

interface ErrorList {
  groups: { books: { book: BookDto; errors: ErrorsOfBook }[] }[];
}

async function readErrors(admin: Client): Promise<Map<string, ErrorsOfBook>> {
  const { groups } = (await admin.get<ErrorList>('/api/v1/books/errors?pageSize=500')).body;
  return new Map(groups.flatMap(({ books }) => books.map(({ book, errors }) => [book.id, errors] as const)));
}

/** Returns every file of the manifest as the server reports it. Throws if the server does not know a file. */
async function seeAll(admin: Client, root: string, files: readonly CorpusFile[]): Promise<Seen[]> {
  const books = (await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500')).body.data;
  const byPath = new Map(books.map((book) => [book.path, book]));
  const observed: { file: CorpusFile; book: Observation }[] = [];
  for (const file of files) {
    const book = byPath.get(join(root, file.path));
    if (!book) throw new Error(`${file.path} is not in the library`);
    observed.push({ file, book: await observe(admin, book, file) });
  }
  const errors = await readErrors(admin);
  return observed.map(({ file, book }) => ({ file, book, errors: errors.get(book.book.id) ?? [] }));
}

const makeUp = async (folder: string) => ({ root: join(folder, 'books'), files: await makeCorpus(folder) });
const theCorpus = async () => ({ root: corpusRoot, files: readCorpus() });

const sources = [{ name: 'generated books', open: makeUp, fewest: 60 }];
if (hasCorpus) sources.push({ name: 'the corpus', open: theCorpus, fewest: 2_500 });

describe.each(sources)('$name', ({ open, fewest }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
  let program: Program;
  let files: readonly CorpusFile[];
  let admin: Client;
  let seen: Seen[];

  beforeAll(async () => {
    const { root, files: all } = await open(folder);
    files = all;
    program = serve({ dataDir: join(folder, 'data'), libraries: [root] });
    admin = await signIn(program, await readPassword(program));
    await program.waitFor(/ books in /);
    await waitForTasks(admin);
    seen = await seeAll(admin, root, files);
  }, 240_000);

  afterAll(async () => {
    program.signal('SIGTERM');
    await program.ended;
    endAllPrograms();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every fact of the manifest is correct', async () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const { file, book, errors } of seen) {
      for (const claim of await listClaims(file, book, errors)) {
        checked++;
        if (holds(claim)) continue;
        const [found, expected] = [claim.found, claim.expected].map((value) => JSON.stringify(value));
        wrong.push(`${file.path} ${claim.fact}: ${found} instead of ${expected}`);
      }
    }
    process.stdout.write(`${checked - wrong.length} of ${checked} facts of ${files.length} files hold\n`);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(fewest);
  });

  test('every hostile file is handled as expected', () => {
    const hostile = seen.filter(({ file }) => file.hostile);
    const wrong = hostile.flatMap(({ file, book, errors }) =>
      judgeFate(file, book, errors).map((fault) => `${file.path}: ${fault}`),
    );
    process.stdout.write(`${hostile.length - wrong.length} of ${hostile.length} hostile files as expected\n`);
    expect(wrong).toEqual([]);
    expect(hostile.length).toBeGreaterThan(5);
  });

  test('every other book is served completely without errors', () => {
    const sound = seen.filter(({ file }) => !file.hostile);
    const wrong = sound.flatMap(({ file, book, errors }) =>
      judgeSound(file, book, errors).map((fault) => `${file.path}: ${fault}`),
    );
    expect(wrong).toEqual([]);
    expect(sound.length).toBeGreaterThan(3);
  });

  test('no response was a 5xx, and the process was not restarted', async () => {
    const failed = seen.filter(({ book }) => book.statuses.some((status) => status >= 500));
    expect(failed.map(({ file, book }) => [file.path, book.statuses])).toEqual([]);
    expect((await admin.get('/health')).status).toBe(200);
    expect(process.kill(program.pid, 0)).toBe(true);
    expect(program.err()).not.toMatch(/"level":"(error|fatal)"| (error|fatal) /);
  });
});
