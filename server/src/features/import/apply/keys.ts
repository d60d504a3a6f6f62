// Imports API keys of other programs. Only for accounts created by this import, so that existing accounts get no new
// keys.
import type { TheirKey } from '#features/import/sources/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

export async function importKeys(
  { apiKeys }: Pick<ImportServices, 'apiKeys'>,
  keys: readonly TheirKey[],
  made: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const outcome = toOutcome('API keys');
  for (const { userId, ...key } of keys) {
    const owner = made.get(userId);
    if (owner === undefined) outcome.known++;
    else if (await apiKeys.takeMoved(owner, key)) outcome.taken++;
    else outcome.notes.push(reason('import_note_key_uncheckable', { key: key.name }));
  }
  return outcome;
}
