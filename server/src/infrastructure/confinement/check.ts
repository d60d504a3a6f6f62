// Checks at the start which layers of confinement this machine supports, and logs them in one line.
import { StartError } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import { Worker } from '#infrastructure/workers/worker.ts';
import { type Confinement, isConfinable } from './confinement.ts';
import { type ProbeResult, probeJob } from './layers.ts';

interface Options {
  /** The module of worker processes. */
  entry: URL;
  /** A file that confined processes must not read. */
  secret: string;
  log: Pick<Log, 'info' | 'warn'>;
}

const timeoutMs = 30_000;
const memoryLimitMb = 512;

/** Throws StartError if confinement is required and a layer is missing. */
export async function checkConfinement(
  confinement: Confinement,
  { entry, secret, log }: Options,
): Promise<void> {
  const { mode } = confinement;
  if (mode === 'off') return log.info('worker processes are not confined (workers.confinement is off)');
  const found = isConfinable() ? await probeTwice(confinement, { entry, secret, log }) : undefined;
  const open = listOpen(found);
  if (mode === 'required' && open.length > 0)
    throw new StartError(
      `Worker processes cannot be confined as workers.confinement = required demands: they could still ${open.join(', ')}. This needs Linux 5.13 or later with Landlock and seccomp; set it to auto to use the available layers`,
    );
  if (open.length > 0) confinement.limitTo(found ? 'some' : 'none');
  if (open.length === 0) log.info('worker processes are confined: files, network, programs and signals');
  else log.warn({ open }, 'worker processes are not fully confined');
}

/** A probe can fail because the machine is busy or short of memory. The second result counts. */
async function probeTwice(confinement: Confinement, options: Options): Promise<ProbeResult | undefined> {
  const found = await probe(confinement, options);
  return listOpen(found).length === 0 ? found : probe(confinement, options);
}

function listOpen(found: ProbeResult | undefined): string[] {
  return [
    ...(!found || found.files ? ["read the server's files"] : []),
    ...(!found || found.network ? ['use the network'] : []),
    ...(!found || found.signals ? ['send signals to the server'] : []),
  ];
}

/** Undefined if a confined process does not start. */
async function probe(
  confinement: Confinement,
  { entry, secret, log }: Options,
): Promise<ProbeResult | undefined> {
  const onOutput = (output: string) => log.warn({ output }, 'worker process wrote to standard error');
  const shared = { entry, memoryLimitMb, priority: 'normal' as const, confinement, onOutput };
  // Confined processes cannot write to the compile cache.
  const compiling = new Worker({ ...shared, allowed: undefined });
  const confined = new Worker({ ...shared, allowed: { reads: [], writes: [] } });
  try {
    const input = { secret, parent: process.pid };
    const [found] = await Promise.all([
      confined.run({ name: probeJob, input, timeoutMs }) as Promise<ProbeResult>,
      compiling.run({ name: probeJob, input, timeoutMs }),
    ]);
    return found;
  } catch {
    return undefined;
  } finally {
    confined.end();
    compiling.end();
    await Promise.all([confined.exited, compiling.exited]);
  }
}
