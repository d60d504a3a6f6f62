// `npm run bench -- reads`: latency of lists, covers, pages and progress updates, and the delay of the event loop, during
// a first scan until no task is left. One request every 100 ms, compared with an idle server. `LECTERN_BENCH_SIZES` and
// `LECTERN_BENCH_POSTGRES` as in sizes.ts.
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { countSeconds, readLoop } from '@lectern/server/testing';
import { makeLibrary, makePictures } from './books/make-library.ts';
import { type DataLocation, withPostgres } from './books/rows.ts';
import { percentile, report } from './figures/report.ts';
import { addLibrary, pause, scan, settle } from './program/library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program/program.ts';
import { postgresServer, sizes } from './program/sizes.ts';

const idleRequests = 400;
const intervalMs = 100;
/** Larger libraries have one page per book. */
const maxPictures = 10_000;

interface NamedRequest {
  name: string;
  path: string;
  /** Body of a PUT. The request is a GET without it. */
  body?: object;
}

type Times = Map<string, number[]>;

export async function benchReads(): Promise<void> {
  for (const books of sizes.filter((size) => size <= 100_000)) {
    const dataDir = aFolder();
    try {
      await withPostgres(postgresServer, (postgres) => measure({ dataDir, postgres }, books));
    } finally {
      removeFolder(dataDir);
    }
  }
}

async function measure(location: DataLocation, books: number): Promise<void> {
  const library =
    books <= maxPictures
      ? await makePictures(books, { width: 96, height: 144 })
      : makeLibrary({ books, pages: 1, pageBytes: 200 });
  const loopFile = join(location.dataDir, 'bench-loop.txt');
  const program = await startProgram(location, { loopFile });
  try {
    const small = await addLibrary(program, await makePictures(200, { width: 600, height: 900 }));
    await scan(program, small.id);
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
    const ids = data.map(({ id }) => id);
    let idleLeft = idleRequests;
    const idle = await sendWhile(program, ids, () => idleLeft-- > 0);
    const large = await addLibrary(program, library, 'Scanned');
    let isScanning = true;
    program.resetLoop();
    const scanning = scan(program, large.id)
      .then(async (seconds) => {
        await settle(program);
        return seconds;
      })
      .finally(() => {
        isScanning = false;
      });
    const busy = await sendWhile(program, ids, () => isScanning);
    const seconds = await scanning;
    await countSeconds(loopFile);
    reportTimes(`${books.toLocaleString('en')} books`, idle, busy);
    const loop = readLoop(loopFile).at(-1);
    const of = `event loop delay while ${books.toLocaleString('en')} books are scanned`;
    report({ name: `${of}, p99`, value: loop?.p99Ms ?? Number.NaN, unit: 'ms', budget: 12 });
    const beside = `${seconds.toFixed(1)} s until the books are listed`;
    report({ name: `${of}, p99.9`, value: loop?.p999Ms ?? Number.NaN, unit: 'ms', budget: 25, beside });
  } finally {
    await program.stop();
  }
}

function reportTimes(of: string, idle: Times, busy: Times): void {
  for (const name of idle.keys()) {
    const [quiet, loaded] = [idle, busy].map((times) => percentile(times.get(name) ?? [], 0.95));
    report({
      name: `${name} while ${of} are scanned, p95 relative to that of an idle server`,
      value: (loaded ?? Number.NaN) / (quiet ?? Number.NaN),
      unit: '×',
      budget: 2,
      beside: `${loaded?.toFixed(1)} ms to ${quiet?.toFixed(1)} ms, ${busy.get(name)?.length} requests`,
    });
  }
}

/** Sends a request every 100 ms, even while earlier ones wait. */
async function sendWhile(program: Program, ids: readonly string[], goesOn: () => boolean): Promise<Times> {
  const times: Times = new Map();
  const sent: Promise<void>[] = [];
  for (let n = 0; goesOn(); n++) {
    const request = toRequest(ids, n);
    if (request) sent.push(send(program, request, times));
    await pause(intervalMs);
  }
  await Promise.all(sent);
  return times;
}

/** The kinds of request take turns. */
function toRequest(ids: readonly string[], n: number): NamedRequest | undefined {
  const round = Math.floor(n / 4);
  const book = `/api/v1/books/${ids[round % ids.length]}`;
  return [
    { name: 'progress', path: `${book}/progress`, body: { currentPage: 1 + (round % 19) } },
    { name: 'a list', path: '/api/v1/books?pageSize=50' },
    { name: 'a page', path: `${book}/pages/${1 + (round % 20)}` },
    { name: 'a thumbnail', path: `${book}/thumbnail` },
  ][n % 4];
}

async function send(
  { url, headers }: Program,
  { name, path, body }: NamedRequest,
  times: Times,
): Promise<void> {
  const startedMs = performance.now();
  const answer = await fetch(url + path, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'PUT', body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const of = times.get(name) ?? [];
  times.set(name, of);
  of.push(performance.now() - startedMs);
}
