// `npm run bench -- reads`: how long people wait for lists, covers, pages and their progress while a scan reads 10,000
// books and until no task is left, beside how long they wait when nothing else happens.
import type { BookDto } from '@lectern/contract/books';
import { addLibrary, scan, settle } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { percentile, report } from './report.ts';

const idleRounds = 300;

export async function benchReads(): Promise<void> {
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const small = await addLibrary(program, makeLibrary({ books: 200, pages: 20, pageBytes: 20_000 }));
    await scan(program, small.id);
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
    const reads: Record<string, (n: number) => string> = {
      'where a reader is': (n) => `PUT /api/v1/books/${data[n % data.length]?.id}/progress`,
      'a list': () => '/api/v1/books?pageSize=50',
      'a page': (n) => `/api/v1/books/${data[n % data.length]?.id}/pages/${1 + (n % 20)}`,
      'a thumbnail': (n) => `/api/v1/books/${data[n % data.length]?.id}/thumbnail`,
    };
    const toPaths = (n: number) => Object.entries(reads).map(([name, path]) => [name, path(n)] as const);
    const idle = new Map<string, number[]>();
    for (let n = 0; n < idleRounds; n++) await readAll(program, toPaths(n), idle);
    const busy = new Map<string, number[]>();
    const large = await addLibrary(
      program,
      makeLibrary({ books: 10_000, pages: 20, pageBytes: 1_000 }),
      'Scanned',
    );
    let isScanning = true;
    const scanning = scan(program, large.id)
      .then(() => settle(program))
      .finally(() => {
        isScanning = false;
      });
    for (let n = 0; isScanning; n++) await readAll(program, toPaths(n), busy);
    await scanning;
    for (const name of Object.keys(reads)) {
      const [quiet, loaded] = [idle, busy].map((times) => percentile(times.get(name) ?? [], 0.95));
      report({
        name: `${name} while 10,000 books are scanned, p95 beside that of an idle server`,
        value: (loaded ?? Number.NaN) / (quiet ?? Number.NaN),
        unit: '×',
        budget: 2,
        beside: `${loaded?.toFixed(1)} ms to ${quiet?.toFixed(1)} ms, ${busy.get(name)?.length} reads`,
      });
    }
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

async function readAll(
  { url, headers }: Program,
  paths: readonly (readonly [name: string, path: string])[],
  times: Map<string, number[]>,
): Promise<void> {
  for (const [name, path] of paths) {
    const startedMs = performance.now();
    const [target = '', method] = path.split(' ').toReversed();
    const answer = await fetch(url + target, {
      headers: { ...headers, ...(method && { 'content-type': 'application/json' }) },
      ...(method && {
        method,
        body: JSON.stringify({ currentPage: 1 + ((times.get(name)?.length ?? 0) % 19) }),
      }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const of = times.get(name) ?? [];
    times.set(name, of);
    of.push(performance.now() - startedMs);
  }
}
