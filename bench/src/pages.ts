// `npm run bench -- pages`: pages of 350 kB of a cbz for an authorized reader: stored and deflated pages over 32
// connections, and the first pages of unopened books. Each is compared with a bare node:http program that sends the
// same bytes of the same file. Stored pages are also compared with nginx, deflated pages with unzip.
import type { BookDto } from '@lectern/contract/libraries/books';
import { firstPagesOf, pageBytes } from './books/first-page.ts';
import { makeLibrary } from './books/make-library.ts';
import { median, report } from './figures/report.ts';
import { generateLoad, type LoadResult } from './program/generate-load.ts';
import { addLibrary, scan, settle } from './program/library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program/program.ts';
import { startNginx } from './references/nginx.ts';
import { startReference } from './references/start-reference.ts';
import { measureUnzip } from './references/unzip.ts';

const load = { seconds: 5, connections: 32 };
const rounds = 5;

export async function benchPages(): Promise<void> {
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    await measureStored(program, makeLibrary({ books: 40, pages: 20, pageBytes }));
    await measureDeflated(program, makeLibrary({ books: 10, pages: 20, pageBytes, isDeflated: true }));
    await measureFirst(program, makeLibrary({ books: 300, pages: 2, pageBytes }));
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

/** Returns a scanned library and the first pages of its books, in the order of `firstPagesOf`. */
async function addBooks(program: Program, folder: string): Promise<{ books: BookDto[]; paths: string[] }> {
  const { id } = await addLibrary(program, folder, folder);
  await scan(program, id);
  await settle(program);
  const list = `/api/v1/books?libraryId=${id}&pageSize=500`;
  const { data: books } = await program.get<{ data: BookDto[] }>(list);
  return { books, paths: books.map((book) => `/api/v1/books/${book.id}/pages/1`) };
}

function startBareReader(folder: string): ReturnType<typeof startReference> {
  const pages = firstPagesOf(folder);
  const { offset = 0, packedBytes = 0 } = pages[0] ?? {};
  const lengths = [offset, packedBytes, pageBytes].map(String);
  return startReference('page.ts', [...lengths, ...pages.map(({ file }) => file)]);
}

const rateOf = (results: readonly LoadResult[]): number => median(results.map(({ perSecond }) => perSecond));

interface Beside {
  paths: string[];
  folder: string;
  name: string;
  /** Fraction of the bare program's rate. */
  budget: number;
  /** Address where nginx sends the same image as a separate file by sendfile, if nginx is installed. */
  nginx?: string | undefined;
}

/** Requests one page repeatedly, alternating with the references. */
async function measureBeside(
  program: Program,
  { paths, folder, name, budget, nginx }: Beside,
): Promise<LoadResult[]> {
  const { authorization } = program.headers;
  const reference = await startBareReader(folder);
  const ours: LoadResult[] = [];
  const theirs: LoadResult[] = [];
  const files: LoadResult[] = [];
  let cpuSeconds = 0;
  for (let round = 0; round < rounds; round++) {
    const before = program.cpuSeconds();
    ours.push(await generateLoad({ ...load, url: program.url, authorization, paths: paths.slice(0, 1) }));
    cpuSeconds += program.cpuSeconds() - before;
    theirs.push(await generateLoad({ ...load, url: reference.url, paths: ['/0'] }));
    if (nginx) files.push(await generateLoad({ ...load, url: nginx, paths: ['/page.jpg'] }));
  }
  reference.stop();
  report({
    name: `${name} pages of 350 kB a second, 32 connections, relative to bare node:http`,
    value: rateOf(ours) / rateOf(theirs),
    unit: '×',
    budget,
    atLeast: true,
    beside: `${rateOf(ours).toFixed(0)} and ${rateOf(theirs).toFixed(0)} a second`,
  });
  const pages = ours.reduce((sum, { perSecond }) => sum + perSecond * load.seconds, 0);
  report({ isDetail: true, name: 'processor time of one', value: (cpuSeconds / pages) * 1000, unit: 'ms' });
  if (files.length > 0) {
    report({
      name: `${name} pages, relative to nginx and sendfile`,
      value: rateOf(ours) / rateOf(files),
      unit: '×',
      budget: 0.3,
      atLeast: true,
      beside: `${rateOf(files).toFixed(0)} a second`,
    });
  }
  return ours;
}

async function measureStored(program: Program, folder: string): Promise<void> {
  const { books, paths } = await addBooks(program, folder);
  const nginx = await startNginx(folder);
  const bench = { paths, folder, name: 'stored', budget: 0.9, nginx: nginx?.url };
  const ours = await measureBeside(program, bench).finally(() => nginx?.stop());
  report({ isDetail: true, name: 'p95 of ours', value: median(ours.map(({ p95 }) => p95)), unit: 'ms' });
  const all = books.flatMap(({ id, pageCount }) =>
    Array.from({ length: pageCount }, (_, i) => `/api/v1/books/${id}/pages/${i + 1}`),
  );
  const { authorization } = program.headers;
  const spread = await generateLoad({ ...load, url: program.url, authorization, paths: all });
  report({ isDetail: true, name: 'over every page of 40 books', value: spread.perSecond, unit: 'a second' });
}

async function measureDeflated(program: Program, folder: string): Promise<void> {
  const { paths } = await addBooks(program, folder);
  await measureBeside(program, { paths, folder, name: 'deflated', budget: 0.9 });
  const [{ file } = { file: '' }] = firstPagesOf(folder);
  const unzipMs = measureUnzip(file);
  if (unzipMs === undefined) return;
  report({ isDetail: true, name: 'processor time of unzip for one', value: unzipMs / 20, unit: 'ms' });
}

/** Requests each first page once, sequentially. The first hundred requests warm up both programs. */
async function measureFirst(program: Program, folder: string): Promise<void> {
  const { paths } = await addBooks(program, folder);
  const reference = await startBareReader(folder);
  const once = { seconds: 0, connections: 1 };
  const { authorization } = program.headers;
  const warm = paths.map((_, i) => `/${i}`);
  await generateLoad({ ...once, url: program.url, authorization, paths: paths.slice(0, 100) });
  await generateLoad({ ...once, url: reference.url, paths: warm.slice(0, 100) });
  const ours = await generateLoad({ ...once, url: program.url, authorization, paths: paths.slice(100) });
  const theirs = await generateLoad({ ...once, url: reference.url, paths: warm.slice(100) });
  reference.stop();
  report({
    name: 'first page of an unopened book: p50',
    value: ours.p50,
    unit: 'ms',
    budget: 1.2,
    beside: `bare node:http ${theirs.p50.toFixed(2)} ms`,
  });
  report({
    isDetail: true,
    name: 'p95',
    value: ours.p95,
    unit: 'ms',
    beside: `bare node:http ${theirs.p95.toFixed(2)} ms`,
  });
}
