// `npm run bench -- peers`: the work for which docs/reference/benchmarks.md compares other servers: 10,000 comics of 20 small
// pages in 500 series, and 300 comics of 25 pages of 350 kB, a third of them deflated. Figures are medians of three
// rounds, each with a new data folder. The nginx figure of the same round shows the speed of the machine.
import type { BookDto } from '@lectern/contract/libraries/books';
import { pageBytes } from './books/first-page.ts';
import { makeLibrary, makePictures } from './books/make-library.ts';
import { median, percentile, report } from './figures/report.ts';
import { generateLoad } from './program/generate-load.ts';
import { addLibrary, pause, scan, settle } from './program/library.ts';
import { createPeakMemory } from './program/peak-memory.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program/program.ts';
import { timed } from './program/sized-libraries.ts';
import { startNginx } from './references/nginx.ts';

const rounds = 3;
const load = { seconds: 5, connections: 32 };
const writers = 8;

interface Folders {
  many: string;
  stored: string;
  deflated: string;
}

type Values = Map<string, { unit: string; all: number[] }>;

export async function benchPeers(): Promise<void> {
  const folders: Folders = {
    many: await makePictures(10_000, { width: 96, height: 144 }),
    stored: makeLibrary({ books: 200, pages: 25, pageBytes }),
    deflated: makeLibrary({ books: 100, pages: 25, pageBytes, isDeflated: true }),
  };
  const values: Values = new Map();
  const note = (name: string, value: number, unit: string) => {
    const known = values.get(name) ?? { unit, all: [] };
    values.set(name, known);
    known.all.push(value);
  };
  for (let round = 0; round < rounds; round++) {
    await measureMany(folders.many, note);
    await measurePages(folders, note);
  }
  for (const [name, { unit, all }] of values) {
    const beside = all.map((value) => value.toPrecision(3)).join(', ');
    report({ name, value: median(all), unit, beside });
  }
}

type Note = (name: string, value: number, unit: string) => void;

/** A first scan, and common requests to a large library. */
async function measureMany(folder: string, note: Note): Promise<void> {
  const dataDir = aFolder();
  try {
    const first = await startProgram(dataDir);
    const id = await measureFirstScan(first, folder, note);
    await first.stop();
    const program = await startProgram(dataDir);
    const listMs = await timed(() => program.get('/api/v1/books?pageSize=50'));
    note('start to the first answer', (program.startMs + listMs) / 1000, 's');
    note('scan again, nothing changed', await scan(program, id), 's');
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500');
    await measureAnswers(program, data, note);
    await measureProgress(program, data, note);
    await program.stop();
  } finally {
    removeFolder(dataDir);
  }
}

/** Returns the library. */
async function measureFirstScan(program: Program, folder: string, note: Note): Promise<string> {
  const peak = createPeakMemory(program);
  const sampling = setInterval(peak.look, 250);
  const { id } = await addLibrary(program, folder);
  const cpuBefore = program.allCpuSeconds();
  const ms = await timed(async () => {
    await scan(program, id);
    await settle(program);
  });
  clearInterval(sampling);
  note('first scan with thumbnails, no task left', ms / 1000, 's');
  note('  processor time of it', program.allCpuSeconds() - cpuBefore, 's');
  note('  memory at most, all processes', peak.allMb, 'MiB');
  await pause(60_000);
  const { server, workers } = program.memoryMb();
  note('  memory a minute later', server + workers, 'MiB');
  return id;
}

async function measureAnswers(
  { url, headers, post }: Program,
  books: readonly BookDto[],
  note: Note,
): Promise<void> {
  const { authorization } = headers;
  const thumbnails = books.map(({ id }) => `/api/v1/books/${id}/thumbnail`);
  note(
    'thumbnails',
    (await generateLoad({ ...load, url, authorization, paths: thumbnails })).perSecond,
    'a second',
  );
  const list = { url, authorization, seconds: 3, connections: 1, paths: ['/api/v1/books?pageSize=50'] };
  note('list of 50 of 10,000 books, p50', (await generateLoad(list)).p50, 'ms');
  const times: number[] = [];
  // Every title contains the word.
  for (let n = 0; n < 200; n++)
    times.push(await timed(() => post('/api/v1/books/list?pageSize=50', { fullTextSearch: 'the' })));
  note('search for a common word, p50', median(times), 'ms');
}

async function measureProgress(program: Program, books: readonly BookDto[], note: Note): Promise<void> {
  const endMs = performance.now() + load.seconds * 1000;
  let written = 0;
  const write = async () => {
    while (performance.now() < endMs) {
      const turn = written++;
      const id = books[turn % books.length]?.id;
      await program.put(`/api/v1/books/${id}/progress`, { currentPage: 1 + (turn % 20) });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  note('progress written, 8 connections', written / load.seconds, 'a second');
}

/** Measures pages of large books, at rest and during the scan of the many books. */
async function measurePages({ stored, deflated, many }: Folders, note: Note): Promise<void> {
  const dataDir = aFolder();
  const nginx = await startNginx(stored);
  try {
    const first = await startProgram(dataDir);
    for (const folder of [stored, deflated]) {
      const { id } = await addLibrary(first, folder, folder);
      await scan(first, id);
    }
    await settle(first);
    await first.stop();
    const program = await startProgram(dataDir);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500');
    const pagesOf = (folder: string) =>
      data
        .filter(({ path }) => path.startsWith(folder))
        .flatMap(({ id, pageCount }) =>
          Array.from({ length: pageCount }, (_, i) => `/api/v1/books/${id}/pages/${i + 1}`),
        );
    const { url, headers } = program;
    const target = { ...load, url, authorization: headers.authorization };
    const firstPages = data.map(({ id }) => `/api/v1/books/${id}/pages/1`);
    const opened = await generateLoad({ ...target, seconds: 0, connections: 1, paths: firstPages });
    note('first page of an unopened book, p50', opened.p50, 'ms');
    const plain = await generateLoad({ ...target, paths: pagesOf(stored) });
    note('stored pages, 32 connections', plain.perSecond, 'a second');
    if (nginx) {
      const files = await generateLoad({ ...load, url: nginx.url, paths: ['/page.jpg'] });
      note('  nginx, one such page as a file', files.perSecond, 'a second');
    }
    const unpacked = await generateLoad({ ...target, paths: pagesOf(deflated) });
    note('deflated pages, sent unpacked', unpacked.perSecond, 'a second');
    const packed = await generateLoad({ ...target, encoding: 'gzip', paths: pagesOf(deflated) });
    note('deflated pages, sent as gzip', packed.perSecond, 'a second');
    await measureDuringScan(program, { pages: pagesOf(stored), many }, note);
    await program.stop();
  } finally {
    await nginx?.stop();
    removeFolder(dataDir);
  }
}

async function measureDuringScan(
  program: Program,
  { pages, many }: { pages: readonly string[]; many: string },
  note: Note,
): Promise<void> {
  const { id } = await addLibrary(program, many);
  let isScanning = true;
  const scanning = scan(program, id).finally(() => {
    isScanning = false;
  });
  const times: number[] = [];
  for (let n = 0; isScanning; n++) {
    const path = pages[(n * 7) % pages.length] ?? '';
    times.push(await timed(async () => (await fetch(program.url + path, program)).arrayBuffer()));
  }
  await scanning;
  note('a page while the first scan runs, p95', percentile(times, 0.95), 'ms');
}
