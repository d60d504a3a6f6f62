// The inside of a worker process: takes one job after the other from its parent and ends when the parent does.
import { flushCompileCache } from 'node:module';
import { type ProbeJob, probeJob } from '#infrastructure/confinement/layers.ts';
import { type JobMessage, type ReplyMessage, toErrorData } from './protocol.ts';

/** A job's work. `partial` hands over a piece of the result at once. */
// biome-ignore lint/suspicious/noExplicitAny: jobs of every input and output stand in one table; the caller's types are Jobs
type JobHandler = (input: any, partial: (value: unknown) => void) => unknown;

export type JobTable = Readonly<Record<string, JobHandler>>;

/** Loaded when it is asked for: it needs what no other job does. */
const ownJobs: JobTable = {
  [probeJob]: async (input: ProbeJob) => (await import('#infrastructure/confinement/probe.ts')).probe(input),
};

/** Serves jobs for ever. Call it once, from the worker's entry file. */
export function serveJobs(jobs: JobTable): void {
  const known: JobTable = { ...jobs, ...ownJobs };
  // A parent that has ended while a job ran takes no answer.
  const reply = (message: ReplyMessage) =>
    process.send?.(message, undefined, undefined, (error) => error && process.exit(0));
  process.on('message', async ({ id, name, input }: JobMessage) => {
    try {
      const job = known[name];
      if (!job) throw new Error(`The worker knows no job ${name}`);
      const value = await job(input, (part) => reply({ id, kind: 'partial', value: part }));
      reply({ id, kind: 'done', value });
    } catch (error) {
      reply({ id, kind: 'failed', error: toErrorData(error) });
    }
  });
  reply({ kind: 'ready' });
  process.on('disconnect', () => process.exit(0));
  // The terminal's Ctrl-C reaches every process of the group, a service manager's end every process of the service.
  // The parent decides when this one ends: a reader that left its book would put the blame on the book.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
  // Its parent ends it without asking: what was compiled is kept now, for the processes after it.
  flushCompileCache();
}
