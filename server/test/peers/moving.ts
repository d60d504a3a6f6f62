// Imports a database twice and returns the results, for import tests.

import type { Restrictions, User } from '@lectern/contract/identity/users';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { expect, vi } from 'vitest';
import type { Outcome, Plan, RootMap } from '../../src/features/import/apply/index.ts';
import { countSnapshot } from '../../src/features/import/snapshot/index.ts';
import type { Snapshot } from '../../src/features/import/sources/index.ts';
import { type Client, createClient } from '../harness/client.ts';
import { waitForQuiet } from '../harness/quiet.ts';
import type { TestServer } from '../harness/server.ts';

export const listAll = async <T>(client: Client, path: string): Promise<T[]> =>
  (await client.get<{ data: T[] }>(`${path}?pageSize=500`)).body.data;

/** Number of imported items by kind. */
export const listNew = (outcomes: readonly Outcome[]): Record<string, number> =>
  Object.fromEntries(outcomes.filter(({ taken }) => taken > 0).map(({ what, taken }) => [what, taken]));

/** English messages about items that could not be imported. */
export const listNotes = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ notes }) => notes.map(({ message }) => message));

/** Numbers of items that have no equivalent here. */
export const listLeft = ({ leftOut }: Pick<Snapshot, 'leftOut'>): [what: string, count: unknown][] =>
  leftOut.map(({ reason, params }) => [reason.replace('import_left_', ''), params?.count]);

/** Returns a client that is signed in with an imported password. */
export async function signInMoved(server: TestServer, username: string, password: string): Promise<Client> {
  const answer = await server.post<{ accessToken: string }>('/api/v1/auth/login', { username, password });
  expect([username, answer.status]).toEqual([username, 200]);
  return createClient(server.url, { authorization: `Bearer ${answer.body.accessToken}` });
}

export async function limitsOf({ admin }: TestServer, username: string) {
  const user = (await listAll<User>(admin, '/api/v1/users')).find((one) => one.username === username);
  const { body } = await admin.get<Restrictions>(`/api/v1/users/${user?.id}/restrictions`);
  return { ...body, isActive: user?.isActive, role: user?.role };
}

export interface Moved {
  snapshot: Snapshot;
  first: Outcome[];
  again: Outcome[];
  books: BookDto[];
  series: Series[];
  /** Ids of the book whose path has this suffix, and of the series with this title. */
  bookOf(end: string): string;
  seriesOf(title: string): string;
}

/** Runs all steps of an import without its task. */
export async function carryOut(
  { app: { snapshotImport } }: Pick<TestServer, 'app'>,
  plan: Plan,
): Promise<Outcome[]> {
  const prepared = await snapshotImport.prepare(plan);
  const isScanned = async () => (await snapshotImport.countScanned(prepared)) === prepared.scans.length;
  await vi.waitUntil(isScanned, { timeout: 60_000, interval: 20 });
  return snapshotImport.apply(plan, prepared, () => {});
}

/** Each kind of the plan is reported once, and its items are new, known or lost with a reason. */
export function expectAgreement(snapshot: Snapshot, outcomes: readonly Outcome[]): void {
  const reported = Object.fromEntries(outcomes.map(({ kind, ...one }) => [kind, one]));
  expect(Object.keys(reported)).toHaveLength(outcomes.length);
  for (const [kind, count] of Object.entries(countSnapshot(snapshot))) {
    const { taken = 0, known = 0, lost = 0, notes = [], missing = [] } = reported[kind] ?? {};
    expect([kind, taken + known + lost]).toEqual([kind, count]);
    expect([kind, lost === 0 || notes.length + missing.length > 0]).toEqual([kind, true]);
    expect(new Set(notes.map(({ message }) => message)).size).toBe(notes.length);
  }
}

/** Imports the snapshot twice. */
export async function moveTwice(server: TestServer, snapshot: Snapshot, maps: RootMap[]): Promise<Moved> {
  const { snapshotImport } = server.app;
  const once = async () => carryOut(server, await snapshotImport.plan(snapshot, maps));
  const first = await once();
  const again = await once();
  for (const outcomes of [first, again]) expectAgreement(snapshot, outcomes);
  await waitForQuiet(server);
  const books = await listAll<BookDto>(server.admin, '/api/v1/books');
  const series = await listAll<Series>(server.admin, '/api/v1/series');
  return {
    snapshot,
    first,
    again,
    books,
    series,
    bookOf: (end) => books.find(({ path }) => path.endsWith(end))?.id ?? end,
    seriesOf: (title) => series.find((one) => one.title === title)?.id ?? title,
  };
}
