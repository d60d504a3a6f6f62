// Collections and read lists. A list of the same name is the same list: it gets the members that it lacks.
import type { ListCovers } from '#features/reading/lists/index.ts';
import type { TheirList } from '#features/system/peer-databases/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { type Outcome, type TakeOver, toOutcome } from './dependencies.ts';

type AnyLists = Pick<TakeOver['lists']['collections'], 'listWithMembers' | 'create' | 'add'>;

interface Wanted {
  /** `collections`, `read lists`. */
  what: string;
  lists: readonly TheirList[];
  /** Our members by theirs. */
  members: ReadonlyMap<string, string>;
}

export async function takeLists(
  service: AnyLists,
  covers: ListCovers,
  { what, lists, members }: Wanted,
): Promise<Outcome> {
  const outcome = toOutcome(what);
  const existing = new Map((await service.listWithMembers(system)).map((one) => [fold(one.name), one]));
  for (const list of lists) {
    const ids = [...new Set(list.memberIds.flatMap((id) => members.get(id) ?? []))];
    const lost = list.memberIds.length - list.memberIds.filter((id) => members.has(id)).length;
    if (lost > 0) outcome.notes.push(`${list.name}: ${lost} of ${list.memberIds.length} were not found`);
    const same = existing.get(fold(list.name));
    if (same?.automatic) {
      outcome.known++;
      outcome.notes.push(`${list.name} fills itself here: nothing was added to it`);
    } else if (same) {
      const missing = ids.filter((id) => !same.memberIds.includes(id));
      if (missing.length > 0) await service.add(system, same.id, missing);
      outcome.known++;
      await takeCover(covers, same.id, list, outcome);
    } else if (ids.length > 0) {
      const { name, summary, ordered } = list;
      const made = await service.create(system, { name, summary, ordered, ids });
      outcome.taken++;
      await takeCover(covers, made.id, list, outcome);
    }
  }
  return outcome;
}

async function takeCover(
  covers: ListCovers,
  id: string,
  { name, cover }: TheirList,
  outcome: Outcome,
): Promise<void> {
  if (!cover || (await covers.list(system, id)).some(({ isSelected }) => isSelected)) return;
  try {
    await covers.upload(system, id, cover);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    outcome.notes.push(`The cover of ${name} could not be taken: ${error.message}`);
  }
}
