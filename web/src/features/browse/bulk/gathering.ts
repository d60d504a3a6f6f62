// Puts series into a collection, and books into a read list.
import type { ConditionTarget } from '@lectern/contract/condition-fields';
import { call } from '../../../api/call.ts';
import { oneByOne } from './steps.ts';

const windowSize = 500;
const portion = 1_000;

export const toGatherings = (target: ConditionTarget) => (target === 'series' ? 'collections' : 'readlists');

export interface Goal {
  /** Undefined: it is to be made. */
  id?: string;
  name: string;
}

/** Tells how many are new in it, and how they are taken out again. */
export async function gather(target: ConditionTarget, { id, name }: Goal, ids: readonly string[]) {
  if (id === undefined) return await create(target, name, ids);
  const known = await listMembers(target, id);
  const added = ids.filter((one) => !known.has(one));
  await add(target, id, added);
  return {
    count: added.length,
    undo: () =>
      oneByOne(added, (memberId) =>
        target === 'series'
          ? call('DELETE /api/v1/collections/{id}/series/{memberId}', { params: { id, memberId } })
          : call('DELETE /api/v1/readlists/{id}/books/{memberId}', { params: { id, memberId } }),
      ),
  };
}

async function create(target: ConditionTarget, name: string, ids: readonly string[]) {
  const noun = toGatherings(target);
  const { id } = await call(`POST /api/v1/${noun}`, { body: { name, ids: ids.slice(0, portion) } });
  await add(target, id, ids.slice(portion));
  return {
    count: ids.length,
    undo: async () => void (await call(`DELETE /api/v1/${noun}/{id}`, { params: { id } })),
  };
}

async function add(target: ConditionTarget, id: string, all: readonly string[]): Promise<void> {
  for (let at = 0; at < all.length; at += portion) {
    const input = { params: { id }, body: { ids: all.slice(at, at + portion) } };
    await (target === 'series'
      ? call('POST /api/v1/collections/{id}/series', input)
      : call('POST /api/v1/readlists/{id}/books', input));
  }
}

async function listMembers(target: ConditionTarget, id: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { page, pageSize: windowSize };
    const value = { operator: 'is', value: id };
    const answer =
      target === 'series'
        ? await call('POST /api/v1/series/list', { query, body: { condition: { collectionId: value } } })
        : await call('POST /api/v1/books/list', { query, body: { condition: { readListId: value } } });
    for (const member of answer.data) ids.add(member.id);
    pages = answer.totalPages;
  }
  return ids;
}
