// Whether a newer version of the program is out.
import { z } from 'zod';
import { json, routes } from './route.ts';

const updatesSchema = z
  .object({
    isOn: z
      .boolean()
      .meta({ description: 'Whether the server asks: `updates.check` and `updates.url` are set.' }),
    current: z.string().meta({ description: 'The version that runs.' }),
    newest: z
      .string()
      .nullable()
      .meta({ description: 'The newest version that is known; null before the first answer.' }),
    isNewer: z.boolean().meta({ description: 'Whether it is newer than the one that runs.' }),
    checkedAt: z.iso.datetime({ precision: 3 }).nullable(),
  })
  .meta({ id: 'Updates' });

export const updates = routes('Updates', 'Whether a newer version is out. Nothing is ever downloaded.', {
  get: {
    method: 'GET',
    path: '/api/v1/admin/updates',
    summary: 'The newest version that is known',
    description:
      'Asks nobody: what was answered last, at most a day ago, where the server asks at all. That is off by default.',
    access: 'system:admin',
    answers: { 200: json(updatesSchema) },
  },
});
