// Audit log: sign-ins and changes.
import { z } from 'zod';
import { id, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { json, routes } from '../route.ts';
import { activityKinds } from '../values.ts';

export const activitySchema = z
  .object({
    id,
    at: time,
    kind: z.enum(activityKinds),
    action: z.string().meta({ description: 'Operation id in this description, such as `libraries.remove`.' }),
    summary: z.string(),
    userId: id.nullable().meta({ description: 'Null for an unknown user.' }),
    username: z.string().nullable().meta({ description: 'User name at the time of the event.' }),
    via: z.string().nullable().meta({
      description: 'Authentication method: `password`, `oidc`, `bearer`, `cookie` or `api-key`.',
    }),
    apiKeyId: id.nullable(),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    entityType: z
      .string()
      .nullable()
      .meta({ description: 'Type of the changed resource, such as `library`, `user` or `setting`.' }),
    entityId: z.string().nullable(),
    entityName: z.string().nullable().meta({ description: 'Name of the resource before the change.' }),
    fields: z.array(z.string()).meta({ description: 'Names of the changed fields, without values.' }),
  })
  .meta({ id: 'ActivityDto' });
export type Activity = z.infer<typeof activitySchema>;

export const activity = routes('Activity', 'Audit log of sign-ins and changes.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/activity',
    summary: 'List sign-ins and changes',
    description:
      'Returns the newest entries first. Reading activity is private and not recorded. Failed sign-ins are recorded at most once a minute for each account and address. Entries are deleted after `activity.keep_days` days.',
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
