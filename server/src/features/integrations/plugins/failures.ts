// What follows when a plugin fails: how long it is left alone, and when it is turned off. Pure.
import { Problem, reason } from '#infrastructure/errors.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import { PluginError } from '../plugin-protocol/index.ts';

/** Failures in a row after which a plugin is turned off. */
export const maxFailures = 5;
const waitsMs = [0, 1_000, 10_000, 60_000, 300_000];

/** Milliseconds until it is started or asked again. */
export function toWaitMs(
  { failures, failedAt }: Pick<PluginTable, 'failures' | 'failedAt'>,
  nowMs: number,
): number {
  const waitMs = waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0;
  // A clock that was set back makes nobody wait for longer.
  return failedAt === null || nowMs < failedAt ? 0 : Math.max(0, failedAt + waitMs - nowMs);
}

/** As the API answers. */
function toProblem(error: PluginError): Problem {
  const { kind, message, retryAfterSeconds: seconds = 10 } = error;
  const options = { cause: error };
  switch (kind) {
    case 'offline':
      return new Problem('conflict', reason('plugin_offline'), options);
    case 'disabled':
      return new Problem('conflict', reason('plugin_disabled'), options);
    case 'busy':
      return new Problem('unavailable', reason('plugin_busy'), {
        ...options,
        headers: { 'Retry-After': '5' },
      });
    case 'waiting':
    case 'rate_limited':
      return new Problem('unavailable', reason('plugin_waiting', { seconds }), {
        ...options,
        headers: { 'Retry-After': String(seconds) },
      });
    case 'not_found':
      return new Problem('not_found', reason('plugin_said', { message }), options);
    default:
      return new Problem(
        'plugin_failed',
        reason(error.isFailure ? 'plugin_stopped_working' : 'plugin_said', { message }),
        options,
      );
  }
}

/** The same for whatever is thrown: what is no fault of a plugin stays as it is. */
export async function withProblems<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PluginError ? toProblem(error) : error;
  }
}
