// Imports collections and read lists. A list of an earlier import is recognized by its source id, another list by its
// name. An existing list gets the members that no earlier import has added; deleted lists and members stay deleted.
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
import type { ImportedItems, KnownItems } from '../mapping/imported-items.ts';
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
  items: ImportedItems;
}

interface Taking {
  service: AnyLists;
  covers: ListCovers;
  wanted: ListImport;
  outcome: Outcome;
  ofCovers: Outcome;
  members: KnownItems;
  pictures: KnownItems;
}

export async function importLists(
  service: AnyLists,
  covers: ListCovers,
  wanted: ListImport,
): Promise<Outcome[]> {
  const outcome = toOutcome(wanted.what);
  const ofCovers = toOutcome('covers of lists');
  const existing = await service.listWithMembers(keeper);
  const byId = new Map(existing.map((one) => [one.id, one]));
  const byName = new Map(existing.map((one) => [fold(one.name), one]));
  const isCollection = wanted.what === 'collections';
  const ours = wanted.ids[isCollection ? 'collectionId' : 'readListId'];
  const known = await wanted.items.load(isCollection ? 'collection' : 'readList');
  const members = await wanted.items.load(isCollection ? 'collectionMember' : 'readListMember');
  const pictures = await wanted.items.load(isCollection ? 'collectionCover' : 'readListCover');
  const taking = { service, covers, wanted, outcome, ofCovers, members, pictures };
  const made: { list: TheirList; id: string }[] = [];
  for (const list of inOrder(wanted.lists)) {
    const before = known.find(list.id);
    const same = (before && byId.get(before.ourId)) ?? byName.get(fold(list.name));
    if (before && !same) {
      outcome.known++;
      outcome.notes.push(reason('import_note_deleted_list', { list: list.name }));
      continue;
    }
    const id = same ? await fillList(taking, list, same) : await makeList(taking, list);
    if (id === undefined) continue;
    ours.set(list.id, id);
    if (before?.ourId !== id) await known.save(list.id, { ourId: id, isMade: !same });
    if (!same) made.push({ list, id });
  }
  await closeCircles({ service, wanted }, made);
  return [outcome, ofCovers];
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
  const theirs = new Set(made.map(({ list }) => list.id));
  for (const { list, id } of made) {
    const isEarly = [...findNamed(list.condition, theirs)].some((other) => !known.has(other));
    known.add(list.id);
    if (!isEarly) continue;
    const json = withOurIds(list.condition, wanted.ids);
    const parsed = parseCondition(wanted.target, json);
    if ('condition' in parsed) await service.update(keeper, id, { condition: { json, ...parsed } });
  }
}

interface Member {
  /** Identifies the member of this list at the source. */
  theirId: string;
  ourId: string;
}

/** The members that exist on this server. Missing members are reported. */
function toMembers(
  { wanted: { members }, outcome }: Taking,
  { id: listId, name, memberIds }: TheirList,
): Member[] {
  const found = memberIds.flatMap((id): Member[] => {
    const ourId = members.get(id);
    return ourId === undefined ? [] : [{ theirId: `${listId}/${id}`, ourId }];
  });
  const lost = memberIds.length - found.length;
  if (lost > 0)
    outcome.notes.push(reason('import_note_list_members', { list: name, lost, count: memberIds.length }));
  return found;
}

const toIds = (members: readonly Member[]): string[] => [...new Set(members.map(({ ourId }) => ourId))];

const remember = ({ members: known }: Taking, members: readonly Member[]): Promise<void> =>
  known.saveAll(members.map((one) => ({ ...one, isMade: true })));

/** Adds the missing members to the existing list. Returns its id. */
async function fillList(
  taking: Taking,
  list: TheirList,
  same: { id: string; automatic: boolean; memberIds: readonly string[] },
): Promise<string> {
  const { service, outcome } = taking;
  outcome.known++;
  const members = toMembers(taking, list);
  if (same.automatic) {
    if (list.condition === undefined)
      outcome.notes.push(reason('import_note_list_automatic', { list: list.name }));
    return same.id;
  }
  const existing = new Set(same.memberIds);
  const news = members.filter(({ theirId }) => !taking.members.has(theirId));
  const missing = toIds(news.filter(({ ourId }) => !existing.has(ourId)));
  if (missing.length > 0) await service.add(keeper, same.id, missing);
  await remember(taking, news);
  await importListCover(taking, same.id, list);
  return same.id;
}

/** Creates the list and returns its id. Undefined if nothing can be imported. */
async function makeList(taking: Taking, list: TheirList): Promise<string | undefined> {
  const { service, wanted, outcome } = taking;
  const members = toMembers(taking, list);
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
  if (members.length === 0) {
    if (list.memberIds.length === 0) outcome.notes.push(reason('import_note_list_empty', { list: name }));
    return undefined;
  }
  const made = await service.create(keeper, { name, summary, ordered, ids: toIds(members) });
  await remember(taking, members);
  outcome.taken++;
  await importListCover(taking, made.id, list);
  return made.id;
}

async function importListCover(
  { covers, pictures, ofCovers }: Taking,
  id: string,
  { id: listId, name, cover }: TheirList,
): Promise<void> {
  if (!cover) return;
  const isChosen = async () => (await covers.list(keeper, id)).some(({ isSelected }) => isSelected);
  if (pictures.has(listId) || (await isChosen())) {
    ofCovers.known++;
    return;
  }
  const fault = await importCover(cover, async (bytes) => {
    const { id: coverId } = await covers.upload(keeper, id, bytes);
    await pictures.save(listId, { ourId: coverId, isMade: true });
  });
  if (fault === undefined) ofCovers.taken++;
  else ofCovers.notes.push(because(fault, (why) => reason('import_note_cover', { name, why })));
}
