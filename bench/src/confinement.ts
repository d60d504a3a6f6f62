// `npm run bench -- confinement`: the cost of confinement: the start of a worker process, the start of a plugin, and a
// first scan, which `-- confinement --starts` leaves out. Confined and unconfined runs alternate, so that other load on the
// machine affects both.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { addPlugin, createClient, knowsSeries, timeWorkerStart } from '@lectern/server/testing';
import { addLibrary, scan, settle } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { aFolder, removeFolder, startProgram } from './program.ts';
import { median, report } from './report.ts';

const starts = 20;
const scans = 5;
const modes = ['off', 'auto'] as const;
type Mode = (typeof modes)[number];

export async function benchConfinement(options: readonly string[] = []): Promise<void> {
  await compare({ name: 'start of a worker process', unit: 'ms', rounds: starts }, timeWorkerStart);
  await comparePlugins();
  if (options.includes('--starts')) return;
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
  const open = median(taken.off);
  const confined = median(taken.auto);
  const beside = `${open.toFixed(2)} ${unit} unconfined, ${(confined / open).toFixed(2)} times`;
  report({ name: `${name}, confined: median of ${rounds}`, value: confined, unit, beside });
}

/** A plugin of the built program, from the request that starts it to its first answer. */
async function comparePlugins(): Promise<void> {
  const servers = { off: await startWithPlugin('off'), auto: await startWithPlugin('auto') };
  const measure = (mode: Mode) => servers[mode].time();
  await compare({ name: 'start of a plugin', unit: 'ms', rounds: starts }, measure);
  for (const mode of modes) await servers[mode].stop();
}

async function startWithPlugin(mode: Mode) {
  const dataDir = aFolder();
  const program = await startProgram({ dataDir, workersConfinement: mode });
  const admin = createClient(program.url).as(program.headers);
  await admin.put('/api/v1/admin/settings/online.enabled', { value: true });
  const fields = [{ key: 'round', label: 'Round', type: 'number' }];
  const manifest = { ...knowsSeries, configSchema: { fields } };
  const { id } = await addPlugin(admin, { name: 'measured', manifest }, { callsPerMinute: 0 });
  let round = 0;
  return {
    async time(): Promise<number> {
      // A changed configuration ends the running process.
      await admin.patch<Plugin>(`/api/v1/admin/plugins/${id}`, { config: { round: ++round } });
      const path = `/api/v1/admin/plugins/${id}/test`;
      return (await admin.post<{ milliseconds: number }>(path)).body.milliseconds;
    },
    async stop() {
      await program.stop();
      removeFolder(dataDir);
    },
  };
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
