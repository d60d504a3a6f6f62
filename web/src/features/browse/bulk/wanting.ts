// Puts what is chosen on the list of what one wants to read, or takes it off.
import type { ConditionTarget } from '@lectern/contract/condition-fields';
import { call } from '../../../api/call.ts';
import { oneByOne } from '../../../api/portions.ts';
import type { Item } from '../../books/index.tsx';

const windowSize = 500;

const set = (target: ConditionTarget, ids: readonly string[], isWanted: boolean) =>
  oneByOne(ids, (id) =>
    isWanted
      ? call(`POST /api/v1/want-to-read/${target}/{id}`, { params: { id } })
      : call(`DELETE /api/v1/want-to-read/${target}/{id}`, { params: { id } }),
  );

/** Tells how many changed, and how they change back. */
export async function want(target: ConditionTarget, items: readonly Item[], isWanted: boolean) {
  const wanted = await listWanted(target);
  const changed = items.map(({ id }) => id).filter((id) => wanted.has(id) !== isWanted);
  await set(target, changed, isWanted);
  return { count: changed.length, undo: () => set(target, changed, !isWanted) };
}

async function listWanted(target: ConditionTarget): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await call(`GET /api/v1/want-to-read/${target}`, {
      query: { page, pageSize: windowSize },
    });
    for (const { id } of answer.data) ids.add(id);
    pages = answer.totalPages;
  }
  return ids;
}
