// Imports saved filters. An existing filter with the same name is kept.
import { createFilterPresetSchema } from '@lectern/contract/reading/filter-presets';
import {
  because,
  findRefusal,
  type IdsByField,
  type TheirPreset,
  withOurIds,
} from '#features/import/snapshot/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';

export async function importPresets(
  { presets: service }: Pick<ImportServices, 'presets'>,
  presets: readonly TheirPreset[],
  { users }: Pick<LocalIds, 'users'>,
  ids: IdsByField,
): Promise<Outcome> {
  const outcome = toOutcome('saved filters');
  for (const { userId, ...preset } of presets) {
    const ourUser = users.get(userId);
    if (ourUser === undefined) continue;
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
    if (mine.some(({ name }) => fold(name) === fold(wanted.data.name))) outcome.known++;
    else {
      const refusal = await findRefusal(() => service.create(viewer, wanted.data));
      if (refusal === undefined) outcome.taken++;
      else
        outcome.notes.push(
          because(refusal, (why) => reason('import_note_filter', { filter: preset.name, why })),
        );
    }
  }
  return outcome;
}
