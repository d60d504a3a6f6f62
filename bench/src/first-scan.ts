// `npm run bench -- first-scan`: a first scan of 10,000 comics of 20 small images until every thumbnail exists.
// Compares time, processor time and memory of all processes with a plain program that only draws the same thumbnails.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { toRecord } from '@lectern/contract/records';
import { makePictures } from './books/make-library.ts';
import { report } from './figures/report.ts';
import { addLibrary, pause, scan, settle } from './program/library.ts';
import { createPeakMemory } from './program/peak-memory.ts';
import { aFolder, removeFolder, startProgram } from './program/program.ts';
import { sizes } from './program/sizes.ts';

/** The first size in the environment variable. */
const [books = 10_000] = sizes;
const reference = fileURLToPath(new URL('./references/thumbnails.ts', import.meta.url));

export async function benchFirstScan(): Promise<void> {
  const library = await makePictures(books, { width: 96, height: 144 });
  const plain = drawPlainly(library);
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const peak = createPeakMemory(program);
    const sampling = setInterval(peak.look, 250);
    const { id } = await addLibrary(program, library);
    const startedMs = performance.now();
    const cpuBefore = program.allCpuSeconds();
    const scanSeconds = await scan(program, id);
    const scanCpu = program.allCpuSeconds() - cpuBefore;
    await settle(program);
    const seconds = (performance.now() - startedMs) / 1000;
    const cpu = program.allCpuSeconds() - cpuBefore;
    clearInterval(sampling);
    const of = `first scan of ${books.toLocaleString('en')} comics`;
    const beside = `the plain program ${plain.seconds.toFixed(1)} s`;
    report({ name: `${of}, no task left`, value: seconds, unit: 's', beside });
    report({ isDetail: true, name: 'of that the books listed after', value: scanSeconds, unit: 's' });
    const besideCpu = `the plain program ${plain.cpuSeconds.toFixed(1)} s`;
    report({ name: `${of}, processor time`, value: cpu, unit: 's', beside: besideCpu });
    const thumbnails = cpu - scanCpu;
    report({
      isDetail: true,
      name: 'of that for thumbnails',
      value: thumbnails,
      unit: 's',
      beside: besideCpu,
    });
    const ratio = thumbnails / plain.cpuSeconds;
    report({ name: 'processor time for thumbnails, relative to the plain program', value: ratio, unit: '×' });
    report({ name: `${of}, memory at most`, value: peak.allMb, unit: 'MiB', budget: 300 });
    await pause(65_000);
    const { server, workers } = program.memoryMb();
    report({ name: `a minute after a ${of}, memory`, value: server + workers, unit: 'MiB', budget: 130 });
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

function drawPlainly(library: string): { seconds: number; cpuSeconds: number } {
  const folder = aFolder();
  try {
    const figures = toRecord(
      JSON.parse(execFileSync(process.execPath, [reference, library, folder], { encoding: 'utf8' })),
    );
    return { seconds: Number(figures.seconds), cpuSeconds: Number(figures.cpuSeconds) };
  } finally {
    removeFolder(folder);
  }
}
