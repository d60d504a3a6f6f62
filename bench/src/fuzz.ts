// `npm run bench -- fuzz [--seconds 60] [--seed 1]`: sends unusual values to every reader and every request body for
// the given time. Prints the seed and the smallest failing value, and exits with 1 after a failure.
import { parseArgs } from 'node:util';
import {
  type Find,
  makeCbz,
  makeEpub,
  readerProperties,
  requestProperties,
  tryProperty,
  writeFiles,
} from '@lectern/server/testing';
import { addLibrary, scan } from './library.ts';
import { aFolder, removeFolder, startProgram } from './program.ts';

const values = 200;
const requests = 40;

export async function benchFuzz(args: readonly string[]): Promise<void> {
  const { values: given } = parseArgs({
    args: [...args],
    options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  });
  const untilMs = performance.now() + Number(given.seconds) * 1_000;
  const dataDir = aFolder();
  const books = aFolder();
  const findings = new Map<string, Find>();
  let tried = 0;
  writeFiles(books, { 'Saga/1.cbz': await makeCbz({ mark: 'one' }), 'Novel/A.epub': makeEpub() });
  const program = await startProgram(dataDir);
  try {
    const { id: libraries } = await addLibrary(program, books);
    await scan(program, libraries);
    const [book] = (await program.get<{ data: { id: string; seriesId: string }[] }>('/api/v1/books')).data;
    const reader = await program.post<{ id: string }>('/api/v1/users', {
      username: 'odd',
      email: 'odd@example.org',
      password: 'as odd as any',
      role: 'reader',
    });
    const ids = { libraries, books: book?.id ?? '', series: book?.seriesId ?? '', users: reader.id };
    const authorization = async () => program.headers.authorization ?? '';
    const all = [
      ...readerProperties.map((property) => ({ property, runs: values })),
      ...requestProperties({ url: program.url, authorization, ids }).map((property) => ({
        property,
        runs: requests,
      })),
    ];
    for (let seed = Number(given.seed); performance.now() < untilMs; seed++) {
      for (const { property, runs } of all) {
        if (findings.has(property.name) || performance.now() >= untilMs) continue;
        const found = await tryProperty(property, { seed, runs, maxMs: 5_000 });
        tried += runs;
        if (!found) continue;
        findings.set(property.name, found);
        process.stdout.write(
          `${found.name}: seed ${seed}, smallest value ${found.value.slice(0, 2_000)}\n  ${found.error.slice(0, 1_500)}\n`,
        );
      }
    }
  } finally {
    await program.stop().catch(() => {});
    for (const folder of [dataDir, books]) removeFolder(folder);
  }
  process.stdout.write(
    `${tried.toLocaleString('en')} values from seed ${given.seed} on: ${findings.size} faults\n`,
  );
  if (findings.size > 0) process.exitCode = 1;
}
