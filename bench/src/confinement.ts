// `npm run bench -- confinement`: what it costs that worker processes are confined: their start, and a first scan. In
// turns with and without, so that a machine that gets busier treats both alike.
import { timeWorkerStart } from '@lectern/server/testing';
import { addLibrary, scan, settle } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { aFolder, removeFolder, startProgram } from './program.ts';
import { median, report } from './report.ts';

const starts = 20;
const scans = 5;
const modes = ['off', 'auto'] as const;
type Mode = (typeof modes)[number];

export async function benchConfinement(): Promise<void> {
  await compare({ name: 'start of a worker process', unit: 'ms', rounds: starts }, timeWorkerStart);
  const folder = makeLibrary({ books: 3_000, pages: 3, pageBytes: 2_000 });
  const measure = (mode: Mode) => scanOnce(folder, mode);
  await compare({ name: 'first scan of 3,000 books', unit: 's', rounds: scans }, measure);
}

interface Comparison {
  name: string;
  unit: string;
  rounds: number;
}

async function compare({ name, unit, rounds }: Comparison, measure: (mode: Mode) => Promise<number>) {
  const taken: Record<Mode, number[]> = { off: [], auto: [] };
  for (let round = 0; round < rounds; round++)
    for (const mode of modes) taken[mode].push(await measure(mode));
  const [open, confined] = [median(taken.off), median(taken.auto)];
  const beside = `${open.toFixed(2)} ${unit} unconfined, ${(confined / open).toFixed(2)} times`;
  report({ name: `${name}, confined: median of ${rounds}`, value: confined, unit, beside });
}

async function scanOnce(folder: string, workersConfinement: Mode): Promise<number> {
  const dataDir = aFolder();
  try {
    const program = await startProgram({ dataDir, workersConfinement });
    const { id } = await addLibrary(program, folder);
    const seconds = await scan(program, id);
    await settle(program);
    await program.stop();
    return seconds;
  } finally {
    removeFolder(dataDir);
  }
}
