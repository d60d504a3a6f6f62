// Computes the changes that applying a provider's values would make to the current series or book.
import type { MatchChange } from '@lectern/contract/matching';
import { listOrders } from '#features/libraries/metadata-layers/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MatchNoun } from './nouns.ts';
import type { Described } from './provider-requests.ts';
import { toChanges, toProvided } from './values/index.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
}

interface ChangesRequest {
  viewer: Viewer;
  id: string;
  libraryId: string;
}

export async function findChanges(
  { database, clock }: Dependencies,
  noun: MatchNoun,
  { viewer, id, libraryId, described }: ChangesRequest & { described: Described },
): Promise<MatchChange[]> {
  const metadata = await noun.get(viewer, id);
  const known = await noun.listProvided(viewer, id);
  const orderOf = await listOrders(database.db, [libraryId]);
  const before = known.find(({ provider }) => provider === described.provider);
  const { locks, origins } = metadata;
  return toChanges(
    { values: Object.fromEntries(Object.entries(metadata)), locks, origins },
    {
      fields: noun.fields,
      order: orderOf(libraryId),
      others: known.filter((one) => one !== before),
      next: toProvided(before, { ...described, fields: null, nowMs: clock() }),
    },
  );
}
