// `npm run bench -- reads`: latency of lists, covers, pages and progress updates during a scan of 10,000 books and
// until no task is left, compared with the latency of an idle server.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makePictures } from './books/make-library.ts';
import { percentile, report } from './figures/report.ts';
import { addLibrary, scan, settle } from './program/library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program/program.ts';

const idleRounds = 300;

interface NamedRequest {
  name: string;
  path: string;
  /** Body of a PUT. The request is a GET without it. */
  body?: object;
}

export async function benchReads(): Promise<void> {
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const small = await addLibrary(program, await makePictures(200, { width: 600, height: 900 }));
    await scan(program, small.id);
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
    const toRequests = (n: number): NamedRequest[] => {
      const book = `/api/v1/books/${data[n % data.length]?.id}`;
      return [
        { name: 'progress', path: `${book}/progress`, body: { currentPage: 1 + (n % 19) } },
        { name: 'a list', path: '/api/v1/books?pageSize=50' },
        { name: 'a page', path: `${book}/pages/${1 + (n % 20)}` },
        { name: 'a thumbnail', path: `${book}/thumbnail` },
      ];
    };
    const idle = new Map<string, number[]>();
    for (let n = 0; n < idleRounds; n++) await sendAll(program, toRequests(n), idle);
    const busy = new Map<string, number[]>();
    const large = await addLibrary(
      program,
      await makePictures(10_000, { width: 96, height: 144 }),
      'Scanned',
    );
    let isScanning = true;
    const scanning = scan(program, large.id)
      .then(() => settle(program))
      .finally(() => {
        isScanning = false;
      });
    for (let n = 0; isScanning; n++) await sendAll(program, toRequests(n), busy);
    await scanning;
    for (const name of idle.keys()) {
      const [quiet, loaded] = [idle, busy].map((times) => percentile(times.get(name) ?? [], 0.95));
      report({
        name: `${name} while 10,000 books are scanned, p95 relative to that of an idle server`,
        value: (loaded ?? Number.NaN) / (quiet ?? Number.NaN),
        unit: '×',
        budget: 2,
        beside: `${loaded?.toFixed(1)} ms to ${quiet?.toFixed(1)} ms, ${busy.get(name)?.length} requests`,
      });
    }
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

async function sendAll(
  { url, headers }: Program,
  requests: readonly NamedRequest[],
  times: Map<string, number[]>,
): Promise<void> {
  for (const { name, path, body } of requests) {
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
}
