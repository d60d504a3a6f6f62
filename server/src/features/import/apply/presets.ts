// Imports saved filters. An equal filter is kept. Another filter with the same name is added with a number.
import {
  createFilterPresetSchema,
  type FilterPreset,
  type NewFilterPreset,
} from '@lectern/contract/reading/filter-presets';
import {
  because,
  findRefusal,
  type IdsByField,
  type TheirPreset,
  withOurIds,
} from '#features/import/snapshot/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { isSameJson } from '#infrastructure/equality.ts';
import { reason } from '#infrastructure/errors.ts';
import { toStableId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { ImportedItems } from '../mapping/imported-items.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';

export async function importPresets(
  { presets: service }: Pick<ImportServices, 'presets'>,
  presets: readonly TheirPreset[],
  { users, items }: Pick<LocalIds, 'users'> & { items: ImportedItems },
  ids: IdsByField,
): Promise<Outcome> {
  const outcome = toOutcome('saved filters');
  const known = await items.load('preset');
  for (const { userId, ...preset } of presets) {
    const ourUser = users.get(userId);
    // The programs have no ids of filters that are the same in all versions.
    const theirId = toStableId(userId, JSON.stringify(preset));
    if (ourUser === undefined) continue;
    if (known.has(theirId)) {
      outcome.known++;
      continue;
    }
    const viewer: Viewer = { ...system, userId: ourUser };
    const wanted = createFilterPresetSchema.safeParse({
      ...preset,
      name: preset.name.trim().slice(0, 100),
      condition: withOurIds(preset.condition, ids),
      libraryId: preset.libraryId && (ids.libraryId.get(preset.libraryId) ?? preset.libraryId),
    });
    if (!wanted.success) {
      outcome.notes.push(reason('import_note_filter_unsayable', { filter: preset.name }));
      continue;
    }
    const mine = await service.list(viewer, {});
    const same = mine.find((one) => isSame(one, wanted.data));
    if (same) {
      outcome.known++;
      await known.save(theirId, { ourId: same.id, isMade: false });
      continue;
    }
    const named = { ...wanted.data, name: findFreeName(mine, wanted.data.name) };
    const refusal = await findRefusal(async () => {
      const { id } = await service.create(viewer, named);
      await known.save(theirId, { ourId: id, isMade: true });
    });
    if (refusal === undefined) outcome.taken++;
    else
      outcome.notes.push(
        because(refusal, (why) => reason('import_note_filter', { filter: preset.name, why })),
      );
  }
  return outcome;
}

/** Whether the filters have the same name, apart from a number, and find the same. */
const isSame = (ours: FilterPreset, theirs: NewFilterPreset): boolean =>
  toStem(ours.name) === toStem(theirs.name) &&
  ours.target === theirs.target &&
  (ours.libraryId ?? null) === (theirs.libraryId ?? null) &&
  (ours.query ?? null) === (theirs.query ?? null) &&
  (ours.sort ?? null) === (theirs.sort ?? null) &&
  isSameJson(ours.condition, theirs.condition);

const toStem = (name: string): string => fold(name.replace(/ \(\d{1,3}\)$/, ''));

function findFreeName(mine: readonly FilterPreset[], wanted: string): string {
  const taken = new Set(mine.map(({ name }) => fold(name)));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted.slice(0, 94)} (${number})`;
    if (!taken.has(fold(name))) return name;
  }
}
