// `npm run bench -- packaged`: compares the archive for this system, run from a read-only folder, with the program that
// `npm start` runs in a clone: start time, and memory at rest.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/package/run.ts';
import { makeLibrary } from './books/make-library.ts';
import { median, report } from './figures/report.ts';
import { addLibrary, pause, scan, settle } from './program/library.ts';
import { aFolder, removeFolder, startProgram } from './program/program.ts';

const root = join(import.meta.dirname, '..', '..');
const rounds = 5;

export async function benchPackaged(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-packaged-'));
  const dataDir = aFolder();
  try {
    const command = unpackArchive(folder);
    await fill(dataDir);
    const forms = { clone: undefined, archive: command };
    const times: Record<keyof typeof forms, number[]> = { clone: [], archive: [] };
    const memory: Record<keyof typeof forms, number[]> = { clone: [], archive: [] };
    // Alternates, so that other load on the machine affects both. The first round fills caches.
    for (let round = 0; round <= rounds; round++)
      for (const form of ['clone', 'archive'] as const) {
        const program = await startProgram(dataDir, { command: forms[form] });
        await program.get('/api/v1/books?pageSize=50');
        await pause(10_000);
        if (round > 0) {
          times[form].push(program.startMs);
          memory[form].push(program.privateMb());
        }
        await program.stop();
      }
    const of = (figures: typeof times, form: keyof typeof forms): number => median(figures[form]);
    report({
      name: 'start of the archive, to its address',
      value: of(times, 'archive') / of(times, 'clone'),
      unit: 'times',
      budget: 1.1,
      beside: `${of(times, 'archive').toFixed(0)} ms, clone ${of(times, 'clone').toFixed(0)} ms`,
    });
    report({
      name: 'memory of the archive at rest',
      value: of(memory, 'archive') / of(memory, 'clone'),
      unit: 'times',
      budget: 1.1,
      beside: `${of(memory, 'archive').toFixed(0)} MiB, clone ${of(memory, 'clone').toFixed(0)} MiB`,
    });
  } finally {
    removeFolder(dataDir);
    run('chmod', ['-R', 'u+w', folder], root);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the start command. A file with the name of the cache folder prevents a cache. */
function unpackArchive(folder: string): string {
  const system = `${process.platform}-${process.arch}`;
  run(process.execPath, ['scripts/package/main.ts', join(folder, 'made'), `--only=${system}`], root);
  const archive = readdirSync(join(folder, 'made')).find((name) => name.endsWith(`-${system}.tar.gz`));
  if (archive === undefined) throw new Error(`There is no archive for ${system}`);
  const place = join(folder, 'installed');
  mkdirSync(place);
  run('tar', ['-xzf', join(folder, 'made', archive)], place);
  const content = join(place, archive.replace(/\.tar\.gz$/, ''));
  run('touch', [join(content, 'node_modules', '.cache')], place);
  return join(content, 'lectern');
}

async function fill(dataDir: string): Promise<void> {
  const program = await startProgram(dataDir);
  const { id } = await addLibrary(program, makeLibrary({ books: 1_000, pages: 1, pageBytes: 200 }));
  await scan(program, id);
  await settle(program);
  await program.stop();
}
