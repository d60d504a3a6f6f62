// The main loop of a worker process: runs one job at a time for its parent and ends with it.
import { flushCompileCache } from 'node:module';
import { type ProbeJob, probeJob } from '#infrastructure/confinement/layers.ts';
import { type JobMessage, type ReplyMessage, toErrorData } from './protocol.ts';

/** The function of a job. `partial` sends a part of the result immediately. */
// biome-ignore lint/suspicious/noExplicitAny: one table holds jobs of every input and output; callers use Jobs
type JobHandler = (input: any, partial: (value: unknown) => void) => unknown;

export type JobTable = Readonly<Record<string, JobHandler>>;

/** Loaded on demand: it has dependencies that no other job needs. */
const ownJobs: JobTable = {
  [probeJob]: async (input: ProbeJob) => (await import('#infrastructure/confinement/probe.ts')).probe(input),
};

/** Serves jobs indefinitely. Call it once, from the worker's entry file. */
export function serveJobs(jobs: JobTable): void {
  const known: JobTable = { ...jobs, ...ownJobs };
  // The parent may have ended while the job was running.
  const reply = (message: ReplyMessage) =>
    process.send?.(message, undefined, undefined, (error) => error && process.exit(0));
  process.on('message', async ({ id, name, input }: JobMessage) => {
    try {
      const job = known[name];
      if (!job) throw new Error(`The worker has no job ${name}`);
      const value = await job(input, (part) => reply({ id, kind: 'partial', value: part }));
      reply({ id, kind: 'done', value });
    } catch (error) {
      reply({ id, kind: 'failed', error: toErrorData(error) });
    }
  });
  reply({ kind: 'ready' });
  process.on('disconnect', () => process.exit(0));
  // A terminal's Ctrl-C reaches every process of the group, a service manager's signal every process of the service.
  // Only the parent ends this one: ending during a job would be recorded as an error of the book.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
  // The parent kills this process, so the compile cache is written now for later processes.
  flushCompileCache();
}
