// Collections and read lists. A list of the same name is the same list: it gets the members that it lacks.
import { parseCondition } from '@lectern/contract/conditions';
import type { ListCovers } from '#features/reading/lists/index.ts';
import { because, type TheirList, takeCover } from '#features/transfer/peer-snapshots/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { type Outcome, type TakeOver, toOutcome } from './dependencies.ts';
import { withOurLibraries } from './presets.ts';

type AnyLists = Pick<TakeOver['lists']['collections'], 'listWithMembers' | 'create' | 'add'>;

interface Wanted {
  what: 'collections' | 'read lists';
  lists: readonly TheirList[];
  /** What they gather. */
  target: 'series' | 'books';
  /** Our members and libraries by theirs. */
  members: ReadonlyMap<string, string>;
  libraries: ReadonlyMap<string, string>;
}

export async function takeLists(
  service: AnyLists,
  covers: ListCovers,
  { what, target, lists, members, libraries }: Wanted,
): Promise<Outcome> {
  const outcome = toOutcome(what);
  const existing = new Map((await service.listWithMembers(system)).map((one) => [fold(one.name), one]));
  for (const list of lists) {
    const ids = [...new Set(list.memberIds.flatMap((id) => members.get(id) ?? []))];
    const lost = list.memberIds.length - list.memberIds.filter((id) => members.has(id)).length;
    if (lost > 0)
      outcome.notes.push(
        reason('import_note_list_members', { list: list.name, lost, count: list.memberIds.length }),
      );
    const same = existing.get(fold(list.name));
    if (same?.automatic) {
      outcome.known++;
      if (list.condition === undefined)
        outcome.notes.push(reason('import_note_list_automatic', { list: list.name }));
    } else if (same) {
      const missing = ids.filter((id) => !same.memberIds.includes(id));
      if (missing.length > 0) await service.add(system, same.id, missing);
      outcome.known++;
      await takeListCover(covers, same.id, list, outcome);
    } else if (list.condition !== undefined) {
      const json = withOurLibraries(list.condition, libraries);
      const parsed = parseCondition(target, json);
      if ('condition' in parsed) {
        const { name, summary, ordered } = list;
        await service.create(system, { name, summary, ordered, condition: { json, ...parsed } });
        outcome.taken++;
      } else outcome.notes.push(reason('import_note_list_unsayable', { list: list.name }));
    } else if (ids.length > 0) {
      const { name, summary, ordered } = list;
      const made = await service.create(system, { name, summary, ordered, ids });
      outcome.taken++;
      await takeListCover(covers, made.id, list, outcome);
    }
  }
  return outcome;
}

async function takeListCover(
  covers: ListCovers,
  id: string,
  { name, cover }: TheirList,
  outcome: Outcome,
): Promise<void> {
  if (!cover || (await covers.list(system, id)).some(({ isSelected }) => isSelected)) return;
  const fault = await takeCover(cover, (bytes) => covers.upload(system, id, bytes));
  if (fault !== undefined)
    outcome.notes.push(because(fault, (why) => reason('import_note_cover', { name, why })));
}
