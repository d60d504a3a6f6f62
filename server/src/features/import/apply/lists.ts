// Imports collections and read lists. Lists are matched by name; an existing list gets the missing members.
import { parseCondition } from '@lectern/contract/conditions/conditions';
import { permissions } from '@lectern/contract/values';
import {
  because,
  findNamed,
  type IdsByField,
  importCover,
  inOrder,
  type TheirList,
  withOurIds,
} from '#features/import/snapshot/index.ts';
import type { ListCovers } from '#features/reading/lists/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

/** Viewer with edit permission, which also sees empty lists. */
const keeper: Viewer = { ...system, permissions: new Set(permissions) };

type AnyLists = Pick<ImportServices['lists']['collections'], 'listWithMembers' | 'create' | 'add' | 'update'>;

interface ListImport {
  what: 'collections' | 'read lists';
  lists: readonly TheirList[];
  /** Kind of the members. */
  target: 'series' | 'books';
  /** Local member ids by source id. */
  members: ReadonlyMap<string, string>;
  /** Local ids by source id, for ids in conditions. Ids of imported lists are added. */
  ids: IdsByField;
}

interface Taking {
  service: AnyLists;
  covers: ListCovers;
  wanted: ListImport;
  outcome: Outcome;
}

export async function importLists(
  service: AnyLists,
  covers: ListCovers,
  wanted: ListImport,
): Promise<Outcome> {
  const outcome = toOutcome(wanted.what);
  const existing = new Map((await service.listWithMembers(keeper)).map((one) => [fold(one.name), one]));
  const ours = wanted.ids[wanted.what === 'collections' ? 'collectionId' : 'readListId'];
  const made: { list: TheirList; id: string }[] = [];
  for (const list of inOrder(wanted.lists)) {
    const same = existing.get(fold(list.name));
    const taking = { service, covers, wanted, outcome };
    const id = same ? await fillList(taking, list, same) : await makeList(taking, list);
    if (list.id !== undefined && id !== undefined) ours.set(list.id, id);
    if (!same && id !== undefined) made.push({ list, id });
  }
  await closeCircles({ service, wanted }, made);
  return outcome;
}

/**
 * Updates conditions of lists that refer to each other: the first list was created before the ids of the others were
 * known.
 */
async function closeCircles(
  { service, wanted }: Pick<Taking, 'service' | 'wanted'>,
  made: readonly { list: TheirList; id: string }[],
): Promise<void> {
  const known = new Set<string>();
  const theirs = new Set(made.flatMap(({ list }) => list.id ?? []));
  for (const { list, id } of made) {
    const isEarly = [...findNamed(list.condition, theirs)].some((other) => !known.has(other));
    if (list.id !== undefined) known.add(list.id);
    if (!isEarly) continue;
    const json = withOurIds(list.condition, wanted.ids);
    const parsed = parseCondition(wanted.target, json);
    if ('condition' in parsed) await service.update(keeper, id, { condition: { json, ...parsed } });
  }
}

/** Local ids of the members. Missing members are reported. */
function toMembers({ wanted: { members }, outcome }: Taking, { name, memberIds }: TheirList): string[] {
  const lostCount = memberIds.length - memberIds.filter((id) => members.has(id)).length;
  if (lostCount > 0)
    outcome.notes.push(
      reason('import_note_list_members', { list: name, lost: lostCount, count: memberIds.length }),
    );
  return [...new Set(memberIds.flatMap((id) => members.get(id) ?? []))];
}

/** Adds the missing members to the existing list. Returns its id. */
async function fillList(
  taking: Taking,
  list: TheirList,
  same: { id: string; automatic: boolean; memberIds: readonly string[] },
): Promise<string> {
  const { service, covers, outcome } = taking;
  outcome.known++;
  const ids = toMembers(taking, list);
  if (same.automatic) {
    if (list.condition === undefined)
      outcome.notes.push(reason('import_note_list_automatic', { list: list.name }));
    return same.id;
  }
  const missing = ids.filter((id) => !same.memberIds.includes(id));
  if (missing.length > 0) await service.add(keeper, same.id, missing);
  await importListCover(covers, same.id, list, outcome);
  return same.id;
}

/** Creates the list and returns its id. Undefined if nothing can be imported. */
async function makeList(taking: Taking, list: TheirList): Promise<string | undefined> {
  const { service, covers, wanted, outcome } = taking;
  const ids = toMembers(taking, list);
  const { name, summary, ordered } = list;
  if (list.condition !== undefined) {
    const json = withOurIds(list.condition, wanted.ids);
    const parsed = parseCondition(wanted.target, json);
    if (!('condition' in parsed)) {
      outcome.notes.push(reason('import_note_list_unsayable', { list: name }));
      return undefined;
    }
    const made = await service.create(keeper, { name, summary, ordered, condition: { json, ...parsed } });
    outcome.taken++;
    return made.id;
  }
  if (ids.length === 0) return undefined;
  const made = await service.create(keeper, { name, summary, ordered, ids });
  outcome.taken++;
  await importListCover(covers, made.id, list, outcome);
  return made.id;
}

async function importListCover(
  covers: ListCovers,
  id: string,
  { name, cover }: TheirList,
  outcome: Outcome,
): Promise<void> {
  if (!cover || (await covers.list(keeper, id)).some(({ isSelected }) => isSelected)) return;
  const fault = await importCover(cover, (bytes) => covers.upload(keeper, id, bytes));
  if (fault !== undefined)
    outcome.notes.push(because(fault, (why) => reason('import_note_cover', { name, why })));
}
