// Availability of newer versions.
import { z } from 'zod';
import { json, routes } from '../route.ts';

const updatesSchema = z
  .object({
    isOn: z.boolean().meta({
      description: 'Whether the server checks for updates: `updates.check` and `updates.url` are set.',
    }),
    current: z.string().meta({ description: 'Running version.' }),
    newest: z.string().nullable().meta({ description: 'Newest known version. Null before the first check.' }),
    isNewer: z
      .boolean()
      .meta({ description: 'Whether the newest known version is newer than the running one.' }),
    checkedAt: z.iso.datetime({ precision: 3 }).nullable(),
  })
  .meta({ id: 'Updates' });

export const updates = routes('Updates', 'Availability of newer versions. Nothing is downloaded.', {
  get: {
    method: 'GET',
    path: '/api/v1/admin/updates',
    summary: 'Get the newest known version',
    description:
      'Returns the result of the last check, which is at most a day old, without a new check. Checks are off by default.',
    access: 'system:admin',
    answers: { 200: json(updatesSchema) },
  },
});
