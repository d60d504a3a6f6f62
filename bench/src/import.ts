// `npm run bench -- import`: imports from servers with very many books, each with a reading position. Measures the
// memory of the server and its worker processes while each database is read and matched with the files, and while the
// data of a Komga server is imported. IMPORT_BOOKS (300,000) is the number of books. Their files are generated and
// kept, like those of other benches.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportDto } from '@lectern/contract/import/imports';
import { readLoop } from '@lectern/server/testing';
import { makeLibrary } from './books/make-library.ts';
import { peerDatabases } from './books/peer-databases.ts';
import { report } from './figures/report.ts';
import { pause } from './program/library.ts';
import { createPeakMemory } from './program/peak-memory.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program/program.ts';

const books = Number(process.env.IMPORT_BOOKS ?? 300_000);
const budgetMb = 600;
const imports = '/api/v1/admin/imports';

export async function benchImport(): Promise<void> {
  const media = makeLibrary({ books, pages: 1, pageBytes: 100 });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-import-'));
  const dataDir = aFolder();
  try {
    const loopFile = join(dataDir, 'bench-loop.txt');
    const program = await startProgram(dataDir, { loopFile });
    try {
      report({ name: 'server before', value: program.memoryMb().server, unit: 'MiB' });
      let komga: ImportDto | undefined;
      // Komga is the last one, because its data is imported.
      for (const { name, make, rootOf } of peerDatabases.toReversed()) {
        mkdirSync(join(folder, name));
        const path = make(join(folder, name, name), media);
        const planned = await measure(`${name} read and laid over the files`, program, async () => {
          const maps = [{ from: rootOf(path), to: media }];
          const begun = await program.post<ImportDto>(imports, { path, maps });
          return wait(program, begun, ({ status }) => status === 'reading');
        });
        report({ isDetail: true, name: 'books found', value: planned.plan.booksFound, unit: '' });
        komga = planned;
      }
      await runImport(program, komga);
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

async function runImport(program: Program, planned: ImportDto | undefined): Promise<void> {
  const started = await measure('its files scanned', program, async () =>
    wait(program, await program.post<ImportDto>(`${imports}/${planned?.id}/start`), isScanning),
  );
  const ended = await measure('taken over', program, async () =>
    wait(program, started, ({ status }) => status === 'running'),
  );
  const places = ended.outcomes?.find(({ kind }) => kind === 'places')?.taken ?? 0;
  report({ isDetail: true, name: 'places taken', value: places, unit: '' });
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
    report({ isDetail: true, name: 'server at most', value: peak.serverMb, unit: 'MiB', budget: budgetMb });
    report({ isDetail: true, name: 'with its worker processes', value: peak.allMb, unit: 'MiB' });
  }
}

const isScanning = ({ status, progress }: ImportDto): boolean =>
  status === 'running' && ['preparing', 'scanning'].includes(progress?.stage ?? 'preparing');

/** Waits while the condition holds. */
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
