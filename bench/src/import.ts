// `npm run bench -- import`: moving in from a Komga of very many books, each with a place of somebody in it: how much memory
// the server and its worker processes take while the database is read and laid over the files, and while it is taken over.
// IMPORT_BOOKS (300,000) says how many; their files are made for this and kept, as those of other measures are.
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportDto } from '@lectern/contract/imports';
import { komgaPassword, makeKomgaDatabase, readLoop } from '@lectern/server/testing';
import { pause } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { createPeakMemory } from './peak-memory.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { report } from './report.ts';

const books = Number(process.env.IMPORT_BOOKS ?? 300_000);
const readers = 20;
const budgetMb = 600;
const theirRoot = '/mnt/comics';
const imports = '/api/v1/admin/imports';

export async function benchImport(): Promise<void> {
  const media = makeLibrary({ books, pages: 1, pageBytes: 100 });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-import-'));
  const dataDir = aFolder();
  try {
    const path = makeDatabase(join(folder, 'database.sqlite'), media);
    const loopFile = join(dataDir, 'bench-loop.txt');
    const program = await startProgram(dataDir, { loopFile });
    try {
      const before = program.memoryMb().server;
      report({ name: 'server before', value: before, unit: 'MiB' });
      const given = await measure('read and laid over the files', program, async () => {
        const maps = [{ from: theirRoot, to: media }];
        const begun = await program.post<ImportDto>(imports, { path, maps });
        return wait(program, begun, ({ status }) => status === 'reading');
      });
      report({ name: '  books found', value: given.plan.booksFound, unit: '' });
      const started = await measure('its files scanned', program, async () =>
        wait(program, await program.post<ImportDto>(`${imports}/${given.id}/start`), isScanning),
      );
      const ended = await measure('taken over', program, async () =>
        wait(program, started, ({ status }) => status === 'running'),
      );
      const places = ended.outcomes?.find(({ kind }) => kind === 'places')?.taken ?? 0;
      report({ name: '  places taken', value: places, unit: '' });
    } finally {
      await program.stop();
    }
    const heldMs = Math.max(0, ...readLoop(loopFile).map((second) => second.heldMs));
    report({ name: 'event loop held at most', value: heldMs, unit: 'ms' });
  } finally {
    removeFolder(dataDir);
    removeFolder(folder);
  }
}

async function measure(name: string, program: Program, work: () => Promise<ImportDto>): Promise<ImportDto> {
  const peak = createPeakMemory(program);
  const timer = setInterval(peak.look, 250);
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    report({ name, value: (performance.now() - startedMs) / 1_000, unit: 's' });
    report({ name: '  server at most', value: peak.serverMb, unit: 'MiB', budget: budgetMb });
    report({ name: '  with its worker processes', value: peak.allMb, unit: 'MiB' });
  }
}

const isScanning = ({ status, progress }: ImportDto): boolean =>
  status === 'running' && ['preparing', 'scanning'].includes(progress?.stage ?? 'preparing');

/** For as long as this holds. */
async function wait(
  program: Program,
  { id }: ImportDto,
  holds: (now: ImportDto) => boolean,
): Promise<ImportDto> {
  for (;;) {
    const now = await program.get<ImportDto>(`${imports}/${id}`);
    if (now.failure) throw new Error(now.failure.message);
    if (!holds(now)) return now;
    await pause(500);
  }
}

/** Of the files in this folder, as Komga would know them. */
function makeDatabase(file: string, media: string): string {
  const series = readdirSync(media);
  const all = series.flatMap((name, i) =>
    readdirSync(join(media, name)).map((book) => ({
      seriesId: `s${i}`,
      path: `${name}/${book}`,
      size: statSync(join(media, name, book)).size,
    })),
  );
  const url = (path: string) => `file:${encodeURI(`${theirRoot}/${path}`)}`;
  return makeKomgaDatabase(file, {
    USER: Array.from({ length: readers }, (_, i) => ({
      ...{ ID: `u${i}`, EMAIL: `reader${i}@example.com`, PASSWORD: komgaPassword.hash },
      SHARED_ALL_LIBRARIES: 1,
    })),
    LIBRARY: [{ ID: 'l', NAME: 'Comics', ROOT: url(''), SCAN_INTERVAL: 'DISABLED' }],
    SERIES: series.map((NAME, i) => ({ ID: `s${i}`, NAME, URL: url(`${NAME}/`), LIBRARY_ID: 'l' })),
    BOOK: all.map(({ seriesId, path, size }, i) => ({
      ...{ ID: `0GTB9WTR8${String(i).padStart(6, '0')}`, URL: url(path), SERIES_ID: seriesId },
      ...{ LIBRARY_ID: 'l', FILE_SIZE: size, FILE_HASH_KOREADER: i.toString(16).padStart(32, '0') },
    })),
    READ_PROGRESS: all.map((_, i) => ({
      ...{ BOOK_ID: `0GTB9WTR8${String(i).padStart(6, '0')}`, USER_ID: `u${i % readers}`, PAGE: 1 },
      ...{ COMPLETED: i % 2, READ_DATE: '2026-01-02 10:00:00', device_id: 'd', device_name: 'Phone' },
    })),
  });
}
