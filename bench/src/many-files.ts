// `npm run bench -- many-files`: scans a library of very many files, a fifth of them in one folder, while a client
// listens to events and requests lists. MANY_FILES (1,000,000) is the number of files, MANY_FILES_IN_ONE the number in
// one folder. The files are generated for the run and removed afterwards.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countSeconds, readLoop } from '@lectern/server/testing';
import { listenAll, makePeople } from './event-clients.ts';
import { addLibrary, pause, scan } from './library.ts';
import { makeBook, makePage } from './make-library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { percentile, report } from './report.ts';

const files = Number(process.env.MANY_FILES ?? 1_000_000);
const inOneFolder = Number(process.env.MANY_FILES_IN_ONE ?? Math.floor(files / 5));
/** Files in each of the other folders. */
const seriesSize = 20;
/** Sampling affects the measured figures. */
const sampleEveryMs = 1_000;
const budgets = { serverMb: 500, answerMs: 250, eventEverySeconds: 5 };

export async function benchManyFiles(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-many-'));
  const dataDir = aFolder();
  try {
    const startedMs = performance.now();
    makeFiles(folder);
    report({ name: `${files} files made`, value: (performance.now() - startedMs) / 1_000, unit: 's' });
    const loopFile = join(dataDir, 'bench-loop.txt');
    const program = await startProgram(dataDir, { loopFile });
    try {
      await measureScans({ program, folder, loopFile });
    } finally {
      await program.stop();
    }
  } finally {
    removeFolder(dataDir);
    removeFolder(folder);
  }
}

/** Makes tiny books with different contents: the first fifth in one folder, the rest in folders of twenty. */
function makeFiles(folder: string): void {
  const page = makePage(100);
  for (let i = 0; i < files; i++) {
    const isInOne = i < inOneFolder;
    const series = isInOne ? 'Full' : `Series ${Math.floor(i / seriesSize)}`;
    if (isInOne ? i === 0 : i % seriesSize === 0 || i === inOneFolder)
      mkdirSync(join(folder, series), { recursive: true });
    writeFileSync(join(folder, series, `${series} ${i}.cbz`), makeBook(i, series, { page, pages: 1 }));
  }
}

interface Measured {
  program: Program;
  folder: string;
  loopFile: string;
}

async function measureScans({ program, folder, loopFile }: Measured): Promise<void> {
  const { id } = await addLibrary(program, folder);
  const keys = await makePeople(program, { name: 'listener', count: 1 });
  const [listener] = await listenAll(program, keys, { count: 1, query: 'types=scan_progress' });
  for (const name of ['first scan', 'scan of what is known']) {
    const peak = { server: 0, workers: 0 };
    const secondsBefore = await countSeconds(loopFile);
    const reader = lookAtLists(program);
    listener?.forget();
    let lookedMs = 0;
    const seconds = await scan(program, id, () => {
      if (performance.now() - lookedMs < sampleEveryMs) return;
      lookedMs = performance.now();
      const { server, workers } = program.memoryMb();
      peak.server = Math.max(peak.server, server);
      peak.workers = Math.max(peak.workers, workers);
    });
    const tookMs = await reader.stop();
    report({ name, value: seconds, unit: `s (${Math.round(files / seconds)} files a second)` });
    report({ name: '  server at most', value: peak.server, unit: 'MiB', budget: budgets.serverMb });
    report({ name: '  its worker processes at most', value: peak.workers, unit: 'MiB' });
    report({
      name: '  progress told',
      value: listener?.count() ?? 0,
      unit: 'events',
      budget: Math.floor(seconds / budgets.eventEverySeconds),
      atLeast: true,
    });
    const busy = readLoop(loopFile)
      .slice(secondsBefore)
      .map(({ busyMs }) => busyMs);
    report({
      name: '  processor time in one go at most',
      value: Math.max(0, ...busy),
      unit: 'ms',
      beside: `over 100 ms in ${busy.filter((ms) => ms > 100).length} of ${busy.length} seconds`,
    });
    report({ name: '  lists meanwhile, median', value: percentile(tookMs, 0.5), unit: 'ms' });
    report({
      name: `  99 of 100 of ${tookMs.length}`,
      value: percentile(tookMs, 0.99),
      unit: 'ms',
      budget: budgets.answerMs,
    });
  }
  listener?.close();
}

/** Requests lists with pauses. Returns the duration of each request, in milliseconds. */
function lookAtLists(program: Program): { stop(): Promise<number[]> } {
  const paths = [
    '/api/v1/series?pageSize=50',
    '/api/v1/books?pageSize=50&sort=dateAdded,desc',
    '/api/v1/libraries',
    '/api/v1/books?pageSize=50&page=3',
    '/health',
  ];
  const tookMs: number[] = [];
  let isOver = false;
  const looking = (async () => {
    for (let i = 0; !isOver; i++) {
      const startedMs = performance.now();
      await program.get(paths[i % paths.length] ?? '');
      tookMs.push(performance.now() - startedMs);
      await pause(100);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      return tookMs;
    },
  };
}
