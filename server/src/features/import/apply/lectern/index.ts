// Imports the data that only Lectern exports contain and the common snapshot does not.
import type { Outcome, OwnRecords } from '#features/import/snapshot/index.ts';
import { type KnownAndMade, takeAccess } from './access.ts';
import { takeSpareCovers } from './covers.ts';
import type { OwnTakeOver } from './dependencies.ts';
import { takeDuplicates } from './duplicates.ts';
import { takeTaste } from './preferences.ts';
import { takeProvided } from './provided.ts';
import { takeReading } from './reading.ts';
import { takeServerSettings } from './settings.ts';

/** Runs after accounts, and before reading positions, which are more precise in the export. */
export async function takeOwn(
  deps: OwnTakeOver,
  own: OwnRecords | undefined,
  known: KnownAndMade,
): Promise<Outcome[]> {
  if (!own) return [];
  await takeProvided(deps, own, known);
  await takeDuplicates(deps, own, known);
  return [
    await takeServerSettings(deps, own.settings),
    await takeSpareCovers(deps, own, known),
    await takeAccess(deps, own, known),
    ...(await takeReading(deps, own, known)),
    ...(await takeTaste(deps, own, known)),
  ];
}
