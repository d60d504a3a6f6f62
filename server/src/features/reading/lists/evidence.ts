// Decides who could see a deleted list.
import type { VisibilityEvidence } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { ListDependencies, Member } from './dependencies.ts';
import type { ListRow } from './store.ts';
import * as store from './store.ts';
import { seesAllLists } from './with-members.ts';

type AnyDependencies = ListDependencies<Member>;

/** Call before the list is deleted. */
export async function findVisibilityEvidence(
  deps: AnyDependencies,
  { id, condition }: ListRow,
): Promise<VisibilityEvidence> {
  if (condition !== null) return { kind: 'condition', condition: JSON.parse(condition) };
  const ids = await store.listMembers(deps.database.db, deps.tables, id);
  return ids.length === 0
    ? { kind: 'anybody' }
    : { kind: 'series', seriesIds: await deps.members.findWitnesses(ids) };
}

/** Whether the deleted list was visible, judged by the viewer's current permissions. */
export async function didExist(
  { words, members }: AnyDependencies,
  viewer: Viewer,
  evidence: VisibilityEvidence,
): Promise<boolean> {
  if (seesAllLists(viewer, words.write) || evidence.kind === 'anybody') return true;
  if (evidence.kind === 'series') return (await members.visibleSeries(viewer, evidence.seriesIds)).size > 0;
  const { total } = await members.list(viewer, evidence, { page: 1, pageSize: 1 });
  return total > 0;
}
