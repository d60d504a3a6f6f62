// Decides how a task continues after a plugin call failed.
import { Problem } from '#infrastructure/errors.ts';
import { Postponed } from '#infrastructure/tasks/define.ts';
import { PluginError } from './protocol/index.ts';

/** Interval for checking whether Internet access is turned on again. */
const offlineMs = 5 * 60_000;

/** Throws the outcome of the task: postponed, retried, or failed. */
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
      // A temporary error. Errors other than problems are retried.
      throw new Error(cause.message, { cause });
    default:
      throw error;
  }
}
