// The latest lines of the log, for administrators without restrictions.

import { logLevels } from '@lectern/contract/system/administration-values';
import { log as contract, type LogEntry } from '@lectern/contract/system/log';
import { z } from 'zod';
import { isLimited } from '#infrastructure/access/viewer.ts';
import { forbidden, reason } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { RecentLog } from '#infrastructure/recent-log.ts';

const lineSchema = z.looseObject({
  level: z.enum(logLevels),
  time: z.string(),
  msg: z.string().default(''),
});

export function createLogFeature(recent: RecentLog): { routes: MountedRoute[] } {
  return {
    routes: implement(contract, {
      list({ viewer, query: { level, search } }) {
        if (isLimited(viewer)) throw forbidden(reason('log_limited'));
        const least = level === undefined ? 0 : logLevels.indexOf(level);
        const words = search?.trim().toLowerCase() ?? '';
        const entries = recent
          .list()
          .map(readLine)
          .filter((entry) => logLevels.indexOf(entry.level) >= least)
          .filter(({ message, details }) => `${message} ${details ?? ''}`.toLowerCase().includes(words));
        return { entries };
      },
    }),
  };
}

function readLine(line: string): LogEntry {
  const { level, time: at, msg: message, ...fields } = lineSchema.parse(JSON.parse(line));
  const details = Object.keys(fields).length === 0 ? null : JSON.stringify(fields, undefined, 2);
  return { at, level, message, details };
}
