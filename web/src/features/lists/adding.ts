// Adds series to a collection, or books to a read list. Undo removes only the new members.

import { batchSize, forEachConcurrently, inBatches } from '../../api/batches.ts';
import { call } from '../../api/call.ts';
import { loadAll } from './load-all.ts';
import { addMembers, type Kind, removeMember } from './queries.ts';

/** The number of new members, and a function that removes them. */
export interface Added {
  count: number;
  undo?: () => Promise<unknown>;
}

export async function addTo(kind: Kind, id: string, ids: readonly string[]): Promise<Added> {
  const known = new Set(await listMemberIds(kind, id));
  const added = ids.filter((one) => !known.has(one));
  if (added.length === 0) return { count: 0 };
  await inBatches(added, (some) => addMembers(kind, id, some));
  return {
    count: added.length,
    undo: () => forEachConcurrently(added, (one) => removeMember(kind, id, one)),
  };
}

export async function createWith(kind: Kind, name: string, ids: readonly string[]): Promise<Added> {
  const { id } = await call(`POST /api/v1/${kind}`, { body: { name, ids: ids.slice(0, batchSize) } });
  await inBatches(ids.slice(batchSize), (some) => addMembers(kind, id, some));
  return { count: ids.length, undo: () => call(`DELETE /api/v1/${kind}/{id}`, { params: { id } }) };
}

async function listMemberIds(kind: Kind, id: string): Promise<string[]> {
  const params = { id };
  const members = await loadAll<{ id: string }>((page, pageSize) =>
    kind === 'collections'
      ? call('GET /api/v1/collections/{id}/series', { params, query: { page, pageSize } })
      : call('GET /api/v1/readlists/{id}/books', { params, query: { page, pageSize } }),
  );
  return members.map((one) => one.id);
}
