// Adds the selected items to Want to Read, or removes them.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { forEachConcurrently } from '../../../api/batches.ts';
import { call } from '../../../api/call.ts';
import type { Item } from '../../books/index.tsx';

const windowSize = 500;

const set = (target: ConditionTarget, ids: readonly string[], isOnWantToRead: boolean) =>
  forEachConcurrently(ids, (id) =>
    isOnWantToRead
      ? call(`POST /api/v1/want-to-read/${target}/{id}`, { params: { id } })
      : call(`DELETE /api/v1/want-to-read/${target}/{id}`, { params: { id } }),
  );

/** Resolves with the number of changed items and an undo function. */
export async function setWantToRead(
  target: ConditionTarget,
  items: readonly Item[],
  isOnWantToRead: boolean,
) {
  const onList = await listWantToRead(target);
  const changed = items.map(({ id }) => id).filter((id) => onList.has(id) !== isOnWantToRead);
  await set(target, changed, isOnWantToRead);
  return { count: changed.length, undo: () => set(target, changed, !isOnWantToRead) };
}

async function listWantToRead(target: ConditionTarget): Promise<Set<string>> {
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
