// Imports the series whose releases users follow, and their settings of releases. Existing choices are kept.
import {
  type LocalIds,
  noteLost,
  type Outcome,
  type OwnRecords,
  toOutcome,
} from '#features/import/snapshot/index.ts';
import type { LecternImportServices } from './dependencies.ts';
import { listOwnUsers, personalRecords } from './files.ts';

export async function importReleaseChoices(
  { releases }: Pick<LecternImportServices, 'releases'>,
  own: OwnRecords,
  known: LocalIds,
): Promise<Outcome> {
  const outcome = toOutcome('followed releases');
  let lostCount = 0;
  for (const { viewer, read } of listOwnUsers(own, known)) {
    const { userId } = viewer;
    for await (const follow of read('followed-releases', personalRecords['followed-releases'])) {
      const seriesId = known.series.get(follow.seriesId);
      if (seriesId === undefined) lostCount++;
      else if (await releases.findFollow(userId, seriesId)) outcome.known++;
      else {
        await releases.saveFollow({ userId, seriesId, isFollowed: follow.isFollowed ? 1 : 0 });
        outcome.taken++;
      }
    }
    for await (const settings of read('release-settings', personalRecords['release-settings']))
      if (await releases.findChoice(userId)) outcome.known++;
      else {
        const languages = JSON.stringify(settings.languages);
        await releases.saveChoice({ userId, isAutomatic: settings.isAutomatic ? 1 : 0, languages });
        outcome.taken++;
      }
  }
  noteLost(outcome, lostCount, 'import_note_lost_series');
  return outcome;
}
