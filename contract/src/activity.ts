// Who signed in and what was changed.
import { z } from 'zod';
import { id, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { activityKinds } from './values.ts';

export const activitySchema = z
  .object({
    id,
    at: time,
    kind: z.enum(activityKinds),
    action: z.string().meta({ description: 'The operation of this description: `libraries.remove`.' }),
    summary: z.string(),
    userId: id.nullable().meta({ description: 'Null for somebody unknown.' }),
    username: z.string().nullable().meta({ description: 'As it was then.' }),
    via: z.string().nullable().meta({
      description: '`password`, `oidc`, `bearer`, `cookie` or `api-key`.',
    }),
    apiKeyId: id.nullable(),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    entityType: z.string().nullable().meta({ description: '`library`, `user`, `setting` and so on.' }),
    entityId: z.string().nullable(),
    entityName: z.string().nullable().meta({ description: 'As it was before the change.' }),
    fields: z.array(z.string()).meta({ description: 'Names of what was set, without the values.' }),
  })
  .meta({ id: 'ActivityDto' });
export type Activity = z.infer<typeof activitySchema>;

export const activity = routes('Activity', 'Who signed in and what was changed.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/activity',
    summary: 'Sign-ins and changes, newest first',
    description:
      'What people read is not here: it is their own. Of sign-ins that fail one a minute is kept for each account ' +
      'and address. Kept for the days of the setting `activity.keep_days`.',
    access: 'system:admin',
    query: pageQuery.extend({
      kind: z.enum(activityKinds).optional(),
      userId: id.optional(),
      entityType: z.string().max(50).optional(),
      entityId: z.string().max(100).optional(),
    }),
    answers: { 200: json(paginated(activitySchema)) },
  },
});
