// Calls jobs as functions. Their names, inputs, results and partial results are those of the worker's job table.
import type { JobTable } from './child.ts';
import type { PoolRequest, WorkerPool } from './pool.ts';

type Handler = JobTable[string];
type PartOf<H extends Handler> = H extends (input: never, partial: (part: infer P) => void) => unknown
  ? P
  : never;

interface JobCall<H extends Handler> extends Omit<PoolRequest, 'name' | 'input' | 'onPartial'> {
  input: Parameters<H>[0];
  onPartial?(part: PartOf<H>): void;
}

type JobCaller<T extends JobTable> = <N extends keyof T & string>(
  pool: Pick<WorkerPool, 'run'>,
  name: N,
  call: JobCall<T[N]>,
) => Promise<Awaited<ReturnType<T[N]>>>;

export function callerOf<T extends JobTable>(): JobCaller<T>;
export function callerOf() {
  return (pool: Pick<WorkerPool, 'run'>, name: string, call: Omit<PoolRequest, 'name'>) =>
    pool.run({ name, ...call });
}
