// `npm run bench -- scan`: the first scan of 10,000 cbz of 20 pages, and a scan of 100,000 files that finds no changes.
// Scans and their references alternate; figures are medians of three.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeLibrary } from './books/make-library.ts';
import { median, report } from './figures/report.ts';
import { addLibrary, scan, settle } from './program/library.ts';
import { aFolder, removeFolder, startProgram } from './program/program.ts';

const rounds = 3;

export async function benchScan(): Promise<void> {
  await benchFirstScan();
  await benchRescan();
}

async function benchFirstScan(): Promise<void> {
  const folder = makeLibrary({ books: 10_000, pages: 20, pageBytes: 1_000 });
  const ours: number[] = [];
  const python: number[] = [];
  const library: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await firstScan(folder));
    library.push(timeNode('scan-yauzl.ts', folder));
    plain.push(timeNode('scan.ts', folder));
    const taken = timePython(folder);
    if (taken !== undefined) python.push(taken);
  }
  const seconds = median(ours);
  report({
    name: 'first scan, 10,000 cbz of 20 pages',
    value: seconds,
    unit: 's',
    beside: `${(seconds * 100).toFixed(0)} µs a book`,
  });
  if (python.length > 0) {
    report({
      name: 'first scan, relative to a Python program that opens each file and reads directory and first page',
      value: seconds / median(python),
      unit: '×',
      budget: 2,
      beside: `${median(python).toFixed(2)} s`,
    });
  }
  report({
    name: 'first scan, relative to a Node.js program that does so with yauzl',
    value: seconds / median(library),
    unit: '×',
    budget: 2,
    beside: `${median(library).toFixed(2)} s`,
  });
  report({
    isDetail: true,
    name: 'relative to the smallest Node.js program that does so, which stores nothing',
    value: seconds / median(plain),
    unit: '×',
    beside: `${median(plain).toFixed(2)} s`,
  });
}

async function firstScan(folder: string): Promise<number> {
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const { id } = await addLibrary(program, folder);
    return await scan(program, id);
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

async function benchRescan(): Promise<void> {
  const folder = makeLibrary({ books: 100_000, pages: 1, pageBytes: 200 });
  const dataDir = aFolder();
  const program = await startProgram(dataDir);
  try {
    const { id } = await addLibrary(program, folder);
    const first = await scan(program, id);
    report({ name: 'first scan, 100,000 cbz of one page', value: first, unit: 's' });
    await settle(program);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await scan(program, id));
      theirs.push(timeFind(folder));
    }
    report({
      name: 'scan of 100,000 files that finds nothing new, relative to find -printf',
      value: median(ours) / median(theirs),
      unit: '×',
      budget: 2,
      beside: `${median(ours).toFixed(2)} s and ${median(theirs).toFixed(2)} s`,
    });
  } finally {
    await program.stop();
    removeFolder(dataDir);
  }
}

const timeNode = (file: string, folder: string): number =>
  time(process.execPath, [fileURLToPath(new URL(`./references/${file}`, import.meta.url)), folder]);

const timeFind = (folder: string): number => time('find', [folder, '-printf', '%p %s %T@\\n']);

const pythonProgram = `
import os, sys, zipfile
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with zipfile.ZipFile(os.path.join(folder, name)) as z:
            z.read(sorted(i.filename for i in z.infolist() if i.filename.endswith('.jpg'))[0])
`;

/** Returns undefined if Python is not installed. */
const timePython = (folder: string): number | undefined =>
  existsSync('/usr/bin/python3') ? time('/usr/bin/python3', ['-c', pythonProgram, folder]) : undefined;

function time(command: string, args: string[]): number {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command}: ${stderr?.toString()}`);
  return (performance.now() - startedMs) / 1000;
}
