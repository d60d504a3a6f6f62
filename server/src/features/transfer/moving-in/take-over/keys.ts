// API keys that other programs made, of accounts that this move makes: nobody gets a key to an account that was here before.
import type { TheirKey } from '#features/transfer/peer-databases/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { type Outcome, type TakeOver, toOutcome } from './dependencies.ts';

export async function takeKeys(
  { apiKeys }: Pick<TakeOver, 'apiKeys'>,
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
