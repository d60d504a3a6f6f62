// Validates settings of a library: strategies, patterns, schedules.
import type { Issue } from '@lectern/contract/errors';
import type { LibrarySettings } from '#features/libraries/libraries/index.ts';
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';
import { findScheduleFault } from '#infrastructure/tasks/schedules.ts';
import { isTimeZone } from '#infrastructure/time-zone.ts';
import { findGlobFault } from '../discovery/index.ts';
import { compileStrategy } from '../series-assignment/index.ts';

/** Throws `validation_failed` with every issue. */
export function checkLibrarySettings({
  seriesStrategy,
  seriesConfig,
  excludedPatterns,
  scanning,
}: LibrarySettings): void {
  const issues: Issue[] = [];
  const assignment = compileStrategy(seriesStrategy ?? 'series_folder', seriesConfig ?? null);
  if (!assignment.ok) {
    for (const { path, message } of assignment.issues)
      issues.push({ ...toIssue(`body.seriesConfig.${path}`, reason('pattern_invalid')), message });
  }
  for (const [i, pattern] of (excludedPatterns ?? []).entries()) {
    const message = findGlobFault(pattern);
    if (message) issues.push({ ...toIssue(`body.excludedPatterns.${i}`, reason('glob_invalid')), message });
  }
  issues.push(...checkSchedule(scanning));
  if (issues.length > 0) throw invalid(issues);
}

function checkSchedule(scanning: LibrarySettings['scanning']): Issue[] {
  const { cronSchedule, cronTimezone } = scanning ?? {};
  if (cronTimezone && !isTimeZone(cronTimezone)) {
    return [toIssue('body.scanning.cronTimezone', reason('timezone_unknown'))];
  }
  if (!cronSchedule) return [];
  const fault = findScheduleFault(cronSchedule, cronTimezone ?? null);
  return fault ? [{ ...toIssue('body.scanning.cronSchedule', reason('cron_invalid')), message: fault }] : [];
}
