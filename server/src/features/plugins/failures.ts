// Consequences of plugin failures: the delay before the next call, and when a plugin is disabled. Pure.
import { Problem, reason } from '#infrastructure/errors.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import { PluginError } from './protocol/index.ts';

/** Consecutive failures after which a plugin is disabled. */
export const maxFailures = 5;
const waitsMs = [0, 1_000, 10_000, 60_000, 300_000];

/** Milliseconds until the plugin is started or called again. */
export function toWaitMs(
  { failures, failedAt }: Pick<PluginTable, 'failures' | 'failedAt'>,
  nowMs: number,
): number {
  const waitMs = waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0;
  // A clock that was set back does not extend the wait.
  return failedAt === null || nowMs < failedAt ? 0 : Math.max(0, failedAt + waitMs - nowMs);
}

/** Converts to an API error. */
function toProblem(error: PluginError): Problem {
  const { kind, message, retryAfterSeconds: seconds = 10 } = error;
  const options = { cause: error };
  switch (kind) {
    case 'offline':
      return new Problem('conflict', reason('plugin_offline'), options);
    case 'disabled':
      return new Problem('conflict', reason('plugin_disabled'), options);
    case 'unrestricted':
      return new Problem('conflict', reason('plugin_unrestricted'), options);
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

/** Converts plugin errors to API errors. Other errors are rethrown unchanged. */
export async function withProblems<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PluginError ? toProblem(error) : error;
  }
}
