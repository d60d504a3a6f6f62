// Whether the settings of a library can be used at all: strategies, patterns, schedules.
import type { Issue } from '@lectern/contract/errors';
import type { SeriesStrategy } from '@lectern/contract/scanning-strategies';
import { findGlobFault } from '#features/ingest/discovery/index.ts';
import { makePlacement } from '#features/ingest/series-assignment/index.ts';
import { invalid } from '#infrastructure/errors.ts';
import { findScheduleFault } from '#infrastructure/tasks/schedules.ts';

export interface Settings {
  seriesStrategy?: SeriesStrategy | undefined;
  seriesConfig?: unknown;
  excludedPatterns?: readonly string[] | undefined;
  scanning?:
    | { cronSchedule?: string | null | undefined; cronTimezone?: string | null | undefined }
    | undefined;
}

/** Throws a 400 with every fault. */
export function checkSettings({ seriesStrategy, seriesConfig, excludedPatterns, scanning }: Settings): void {
  const issues: Issue[] = [];
  const placement = makePlacement(seriesStrategy ?? 'series_folder', seriesConfig ?? null);
  if (!placement.ok) {
    for (const { path, message } of placement.issues)
      issues.push({ path: `body.seriesConfig.${path}`, message });
  }
  for (const [i, pattern] of (excludedPatterns ?? []).entries()) {
    const message = findGlobFault(pattern);
    if (message) issues.push({ path: `body.excludedPatterns.${i}`, message });
  }
  issues.push(...checkSchedule(scanning));
  if (issues.length > 0) throw invalid(issues);
}

function checkSchedule(scanning: Settings['scanning']): Issue[] {
  const { cronSchedule, cronTimezone } = scanning ?? {};
  if (cronTimezone && !isTimezone(cronTimezone)) {
    return [{ path: 'body.scanning.cronTimezone', message: 'Not an IANA time zone such as Europe/Berlin' }];
  }
  if (!cronSchedule) return [];
  const fault = findScheduleFault(cronSchedule, cronTimezone ?? null);
  return fault ? [{ path: 'body.scanning.cronSchedule', message: fault }] : [];
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
