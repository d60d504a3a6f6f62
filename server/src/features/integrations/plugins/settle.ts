// What becomes of a task that asked a plugin in vain.
import { Problem } from '#infrastructure/errors.ts';
import { Postponed } from '#infrastructure/tasks/define.ts';
import { PluginError } from '../plugin-protocol/index.ts';

/** How often is looked whether others may be asked again. */
const offlineMs = 5 * 60_000;

/** Throws what becomes of the task: it waits, is tried again, or has failed. */
export function settle(error: unknown): never {
  const cause = error instanceof Problem ? error.cause : error;
  if (!(cause instanceof PluginError)) throw error;
  switch (cause.kind) {
    case 'offline':
      throw new Postponed(offlineMs);
    case 'rate_limited':
    case 'waiting':
    case 'busy':
      throw new Postponed((cause.retryAfterSeconds ?? 5) * 1000);
    case 'upstream':
    case 'timeout':
    case 'ended':
    case 'not_started':
      // A fault of the moment: errors that are no problems are tried again.
      throw new Error(cause.message, { cause });
    default:
      throw error;
  }
}
