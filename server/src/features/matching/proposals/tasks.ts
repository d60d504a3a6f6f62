// Tasks for a whole library: propose matches for unmatched entries, and refresh matched ones by id. Both can be
// interrupted at any time, and wait while a service is rate limited.
import { z } from 'zod';
import { listOrders } from '#features/libraries/metadata-layers/index.ts';
import type { ProvidedMetadata } from '#features/libraries/provided-metadata/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { readRows } from '#infrastructure/chunks.ts';
import { Problem } from '#infrastructure/errors.ts';
import { defineTask, Postponed, type TaskContext } from '#infrastructure/tasks/define.ts';
import type { Providers } from '../providers.ts';
import * as matches from '../store.ts';
import { isWaiting, propose, sortProviders } from './propose.ts';
import type { ProposalDependencies } from './service.ts';
import { listUnmatchedBooks, listUnmatchedSeries } from './store.ts';

export interface TaskDependencies extends Omit<ProposalDependencies, 'catalog'> {
  providers: Providers;
  provided: ProvidedMetadata;
}

const nounSchema = z.enum(['series', 'books']);
const proposing = z.object({ libraryId: z.string(), noun: nounSchema, again: z.boolean() });
const refreshing = z.object({ libraryId: z.string(), noun: nounSchema });

const counts = { done: z.number(), failed: z.number() };
const proposingState = z.object({
  ...counts,
  proposed: z.number(),
  accepted: z.number(),
  after: z.string().optional(),
  /** The last failure, by id and reason key. Provider messages are not stored because they may quote titles. */
  failure: z
    .object({ id: z.string(), provider: z.string().nullable(), reason: z.string().nullable() })
    .optional(),
});
type ProposingState = z.infer<typeof proposingState>;

const common = { priority: 20, attempts: 20, timeoutSeconds: 14 * 24 * 60 * 60 };
const chunkSize = 100;
/** Wait in seconds if the service does not specify one. */
const defaultWaitSeconds = 30;

/** Delays the task for the time that the provider requests, so that other tasks can run. */
function toPostponed(problem: Problem): Postponed {
  const seconds = Number(problem.headers['Retry-After']) || defaultWaitSeconds;
  return new Postponed(seconds * 1000);
}

/** Returns the problem of a single entry, which does not stop the task. Throws if the whole task has to wait. */
async function findProblem(work: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isWaiting(error)) throw toPostponed(error);
    if (!(error instanceof Problem)) throw error;
    return error;
  }
}

export function defineMatchingTasks(deps: TaskDependencies) {
  return {
    propose: defineTask({
      ...common,
      type: 'matching.propose',
      payload: proposing,
      key: ({ libraryId, noun }) => `${libraryId} ${noun}`,
      subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
      run: (context: TaskContext<z.infer<typeof proposing>>) => runProposing(deps, context),
    }),
    refresh: defineTask({
      ...common,
      type: 'matching.refresh',
      payload: refreshing,
      key: ({ libraryId, noun }) => `${libraryId} ${noun}`,
      subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
      run: (context: TaskContext<z.infer<typeof refreshing>>) => runRefreshing(deps, context),
    }),
  };
}

async function runProposing(
  deps: TaskDependencies,
  { params, state, signal, progress, saveState }: TaskContext<z.infer<typeof proposing>>,
) {
  const { db } = deps.database;
  const { libraryId, noun, again } = params;
  const known = proposingState.safeParse(state).data;
  const now: ProposingState = known ?? { done: 0, failed: 0, proposed: 0, accepted: 0 };
  const list = noun === 'series' ? listUnmatchedSeries : listUnmatchedBooks;
  const rows = readRows<{ id: string }>(chunkSize, (last) =>
    list(db, { libraryId, after: last?.id ?? now.after, limit: chunkSize, again }),
  );
  for await (const { id } of rows) {
    signal.throwIfAborted();
    const problem = await findProblem(() => proposeFor(deps, params, id, now));
    if (problem) {
      // The entry was deleted in the meantime.
      now.failed++;
      now.failure = { id, provider: null, reason: problem.reason?.reason ?? null };
    }
    now.done++;
    now.after = id;
    saveState({ ...now });
    progress(now.done, now.done);
  }
  const { after: _, ...result } = now;
  return result;
}

async function proposeFor(
  { database, clock, providers, nouns, services }: TaskDependencies,
  { libraryId, noun }: z.infer<typeof proposing>,
  id: string,
  now: ProposingState,
): Promise<void> {
  const order = (await listOrders(database.db, [libraryId]))(libraryId);
  const asked = sortProviders(await providers.list(nouns[noun].kind), order);
  const wanted = await nouns[noun].readWanted(system, id);
  const { proposal, failures } = await propose(providers.asking(nouns[noun]), asked, wanted);
  const failure = failures.at(-1);
  if (failure) {
    now.failed++;
    now.failure = { id, provider: failure.provider, reason: failure.reason?.reason ?? null };
    // A later run searches again.
    if (!proposal) return;
  }
  const owner = { noun, id, nowMs: clock() };
  if (!proposal) {
    await matches.save(database.db, owner, { state: null, proposal: null, score: null });
    return;
  }
  const { candidate, described } = proposal;
  const isSure = order.acceptFrom !== null && candidate.score >= order.acceptFrom;
  await matches.save(database.db, owner, {
    state: 'pending',
    provider: candidate.provider,
    externalId: candidate.externalId,
    score: candidate.score,
    proposal: JSON.stringify(proposal),
  });
  if (isSure) {
    await services[noun].take(system, id, described, null);
    await matches.save(database.db, owner, { state: 'accepted' });
    now.accepted++;
  } else now.proposed++;
}

const refreshingState = z.object({ ...counts, seen: z.string().optional() });

async function runRefreshing(
  { provided, services }: TaskDependencies,
  {
    params: { libraryId, noun },
    state,
    signal,
    progress,
    saveState,
  }: TaskContext<z.infer<typeof refreshing>>,
) {
  const now = refreshingState.safeParse(state).data ?? { done: 0, failed: 0 };
  for await (const { id } of provided.readKnown(noun, libraryId, now.seen)) {
    signal.throwIfAborted();
    if (await findProblem(() => services[noun].refresh(system, id))) now.failed++;
    now.done++;
    now.seen = id;
    saveState({ ...now });
    progress(now.done, now.done);
  }
  return { done: now.done, failed: now.failed };
}
