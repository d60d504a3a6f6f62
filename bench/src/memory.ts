// `npm run bench -- memory`: resident memory with 100,000 books during their scan and at rest afterwards. With a folder
// in LECTERN_CORPUS, also the memory while large books of every format are read.

import { makeLibrary } from './books/make-library.ts';
import { report } from './figures/report.ts';
import { addLibrary, pause, scan, settle } from './program/library.ts';
import { createPeakMemory } from './program/peak-memory.ts';
import { aFolder, removeFolder, startProgram } from './program/program.ts';

const mib = 'MiB';

export async function benchMemory(): Promise<void> {
  await benchCorpus();
  await benchRest();
  const folder = makeLibrary({ books: 100_000, pages: 1, pageBytes: 200 });
  const dataDir = aFolder();
  try {
    const program = await startProgram(dataDir);
    const peak = createPeakMemory(program);
    const { id } = await addLibrary(program, folder);
    await scan(program, id, peak.look);
    report({ name: 'scanning 100,000 books, all processes', value: peak.allMb, unit: mib, budget: 320 });
    report({ isDetail: true, name: 'of that the server at most', value: peak.serverMb, unit: mib });
    await settle(program);
    await pause(65_000);
    const later = program.memoryMb();
    report({
      name: 'a minute after scanning 100,000 books',
      value: later.server + later.workers,
      unit: mib,
      budget: 150,
    });
    await program.stop();
    const again = await startProgram(dataDir);
    for (let i = 0; i < 20; i++) await again.get(`/api/v1/books?page=${i + 1}`);
    await pause(5_000);
    const { server, workers } = again.memoryMb();
    report({ name: 'idle with 100,000 books', value: server + workers, unit: mib, budget: 150 });
    await again.stop();
  } finally {
    removeFolder(dataDir);
  }
}

/** Measures all worker processes and the duration of the scan, with the default budget and with a small budget. */
async function benchCorpus(): Promise<void> {
  const folder = process.env.LECTERN_CORPUS;
  if (folder === undefined) return;
  for (const [budget, budgetMb] of [
    ['64GB', undefined],
    ['1GB', 1_024],
    ['512MB', 512],
  ] as const) {
    const dataDir = aFolder();
    try {
      const program = await startProgram({ dataDir, workersMemory: budget });
      let peakMb = 0;
      const timer = setInterval(() => {
        peakMb = Math.max(peakMb, program.memoryMb().workers);
      }, 100);
      const { id } = await addLibrary(program, folder);
      const seconds = await scan(program, id);
      await settle(program);
      clearInterval(timer);
      await program.stop();
      const name = `first scan of the corpus, all worker processes, workers.memory = ${budget}`;
      const beside = `${seconds.toFixed(0)} s`;
      report({ name, value: peakMb, unit: mib, ...(budgetMb && { budget: budgetMb }), beside });
    } finally {
      removeFolder(dataDir);
    }
  }
}

/** Compares memory one minute after a first scan of 10,000 books with memory after a restart. */
async function benchRest(): Promise<void> {
  const folder = makeLibrary({ books: 10_000, pages: 3, pageBytes: 2_000 });
  const dataDir = aFolder();
  try {
    const program = await startProgram(dataDir);
    const { id } = await addLibrary(program, folder);
    await scan(program, id);
    await settle(program);
    await pause(62_000);
    const rested = program.memoryMb();
    await program.stop();
    const again = await startProgram(dataDir);
    for (let i = 0; i < 20; i++) await again.get(`/api/v1/books?page=${i + 1}`);
    await pause(5_000);
    const fresh = again.memoryMb().server;
    await again.stop();
    const value = rested.server + rested.workers;
    report({ name: 'a minute after scanning 10,000 books', value, unit: mib, budget: 130 });
    report({
      isDetail: true,
      name: 'relative to the memory after a restart',
      value: value / fresh,
      unit: 'times',
      budget: 1.2,
      beside: `${fresh.toFixed(0)} ${mib}`,
    });
  } finally {
    removeFolder(dataDir);
  }
}
