// `npm run bench -- soak`: readers are active while a scan adds 2,000 books, and during later scans without changes.
// SOAK_MINUTES (20), SOAK_READERS (500), SOAK_SCANS (50). Reports errors, the latency of pages and positions, the delay
// of the server's event loop, and whether memory and open files grow.
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { countSeconds, readLoop } from '@lectern/server/testing';
import { startIdleProcess } from './idle-process.ts';
import { addLibrary, pause, scan, settle } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { median, percentile, report } from './report.ts';
import { kinds, makeAccounts, type Readers, startReaders } from './soak-readers.ts';

const accounts = 50;
const sampleMs = 5_000;
const settlingMs = 15_000;

interface Sample {
  memoryMb: number;
  files: number;
}

export async function benchSoak(): Promise<void> {
  const minutes = Number(process.env.SOAK_MINUTES ?? 20);
  const readers = Number(process.env.SOAK_READERS ?? 500);
  const scans = Number(process.env.SOAK_SCANS ?? 50);
  const dataDir = aFolder();
  const loopFile = join(dataDir, 'bench-loop.txt');
  const program = await startProgram(dataDir, { loopFile });
  const idle = startIdleProcess(join(dataDir, 'bench-idle.txt'));
  try {
    const shelf = await addLibrary(program, makeLibrary({ books: 500, pages: 20, pageBytes: 20_000 }));
    await scan(program, shelf.id);
    await settle(program);
    const { data } = await program.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500');
    const tokens = await makeAccounts(program, accounts);
    const reading = startReaders(program, { count: readers, tokens, books: data });
    const endMs = performance.now() + minutes * 60_000;
    // All readers have arrived together, at a server that has just started.
    await pause(settlingMs);
    const forget = (): Promise<number> => {
      for (const kind of kinds) reading.times[kind].length = 0;
      return countSeconds(loopFile);
    };
    const samples: Sample[] = [];
    const looking = setInterval(() => samples.push(look(program)), sampleMs);
    const large = makeLibrary({ books: 2_000, pages: 20, pageBytes: 1_000 });
    const linesBefore = await forget();
    const { id } = await addLibrary(program, large, 'Scanned');
    const seconds = await scan(program, id);
    await settle(program);
    reportTimes(`while 2,000 books are scanned in ${seconds.toFixed(0)} s`, reading);
    reportLoop('while scanning', loopFile, linesBefore);
    const linesOfScan = await forget();
    await idle.heldMs();
    const samplesBefore = samples.length;
    for (let n = 0; n < scans && performance.now() < endMs; n++) {
      await scan(program, n % 2 === 0 ? id : shelf.id);
      await pause(Math.max(0, Math.min(sampleMs, (endMs - performance.now()) / (scans - n))));
    }
    await pause(Math.max(0, endMs - performance.now()));
    clearInterval(looking);
    await reading.stop();
    reportTimes(`through ${scans} scans without changes`, reading);
    reportLoop('through the scans', loopFile, linesOfScan);
    report({ name: '  and of a process that did nothing', value: await idle.heldMs(), unit: 'ms' });
    reportGrowth(samples.slice(samplesBefore));
    report({ name: 'answers that were errors', value: reading.faults.length, unit: 'errors', budget: 0 });
    for (const fault of new Set(reading.faults.slice(0, 20))) process.stdout.write(`  ${fault}\n`);
  } finally {
    idle.stop();
    await program.stop();
    removeFolder(dataDir);
  }
}

const look = ({ memoryMb, openFiles }: Program): Sample => {
  const { server, workers } = memoryMb();
  return { memoryMb: server + workers, files: openFiles() };
};

function reportTimes(when: string, { times }: Readers): void {
  for (const kind of kinds) {
    if (times[kind].length === 0) continue;
    const beside = `median ${median(times[kind]).toFixed(1)} ms of ${times[kind].length}`;
    report({
      name: `a ${kind} ${when}: p99`,
      value: percentile(times[kind], 0.99),
      unit: 'ms',
      beside,
      ...(kind === 'place' && { budget: 250 }),
    });
  }
}

function reportLoop(when: string, file: string, from: number): void {
  const seconds = readLoop(file).slice(from);
  const held = seconds.map(({ heldMs }) => heldMs);
  const busiest = seconds.toSorted((a, b) => b.busyMs - a.busyMs)[0];
  const inOneGo = busiest
    ? `; processor time in one go at most ${busiest.busyMs.toFixed(1)} ms (${busiest.requests} requests came in, ${busiest.gcMs.toFixed(1)} ms of collecting rubbish)`
    : '';
  report({
    name: `the event loop was held ${when}, at most`,
    value: Math.max(0, ...held),
    unit: 'ms',
    budget: 100,
    beside: `99 of 100 seconds at most ${percentile(held, 0.99).toFixed(1)} ms${inOneGo}`,
  });
}

/** Compares the last fifth of the samples with the first, after which the caches are warm. */
function reportGrowth(samples: readonly Sample[]): void {
  const part = Math.max(1, Math.floor(samples.length / 5));
  const of = (some: readonly Sample[], what: keyof Sample) => median(some.map((one) => one[what]));
  for (const [what, name, unit] of [
    ['memoryMb', 'memory of all processes', 'MiB'],
    ['files', 'open files of the server', 'files'],
  ] as const) {
    const first = of(samples.slice(0, part), what);
    const last = of(samples.slice(-part), what);
    const beside = `${last.toFixed(0)} ${unit} at the end, ${first.toFixed(0)} at the beginning`;
    report({ name: `${name}, growth`, value: last / first, unit: '×', budget: 1.1, beside });
  }
}
