// The latest lines of the server's log.
import { z } from 'zod';
import { time } from '../fields.ts';
import { json, routes } from '../route.ts';
import { logLevels } from './administration-values.ts';

const logEntrySchema = z
  .object({
    at: time,
    level: z.enum(logLevels),
    message: z.string(),
    details: z.string().nullable().meta({ description: 'Fields of the entry as JSON, with secrets masked.' }),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.infer<typeof logEntrySchema>;

export const log = routes('Log', "The server's log.", {
  list: {
    method: 'GET',
    path: '/api/v1/admin/log',
    summary: 'List the latest log entries',
    description:
      'Returns the last 500 entries of the process that answers, the newest first, since its start. Entries below `log.level` are not recorded. Secrets are masked. Entries above 10,000 characters are omitted. Returns 403 for a caller with restrictions, because entries can name hidden files.',
    access: 'system:admin',
    query: z.object({
      level: z.enum(logLevels).optional().meta({ description: 'Lowest level to return.' }),
      search: z.string().max(200).optional().meta({ description: 'Text that the entries contain.' }),
    }),
    answers: { 200: json(z.object({ entries: z.array(logEntrySchema) })) },
  },
});
