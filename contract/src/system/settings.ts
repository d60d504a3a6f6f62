// Settings that can be changed while the server runs.
import { z } from 'zod';
import { id, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { json, routes } from '../route.ts';
import { settingTypes } from '../values.ts';

const value = z.union([z.boolean(), z.number(), z.string()]);
const person = z.object({ id, username: z.string() });

export const settingSchema = z
  .object({
    key: z.string().meta({ description: 'Name in the configuration, such as `rate_limit.enabled`.' }),
    type: z.enum(settingTypes).meta({ description: 'Type of the value. `size` is in bytes.' }),
    value,
    default: value.meta({ description: 'Value of the configuration.' }),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    choices: z.array(z.string()).nullable(),
    description: z.string(),
    isDefault: z.boolean().meta({ description: 'Whether the setting follows the configuration.' }),
    updatedAt: time.nullable(),
    updatedBy: person.nullable().meta({
      description:
        'User of the last change. Null if there is none, the user was deleted, or the server made the change.',
    }),
  })
  .meta({ id: 'SettingDto' });
export type Setting = z.infer<typeof settingSchema>;

export const settingChangeSchema = z
  .object({
    id,
    key: z.string(),
    oldValue: value,
    newValue: value,
    isReset: z.boolean(),
    changedBy: z.object({ id: id.nullable(), username: z.string() }).meta({
      description:
        'User of the change, with the name at that time. The id is null if the user was deleted, or if the server made the change, for example in an import (`Lectern`).',
    }),
    changedAt: time,
  })
  .meta({ id: 'SettingChangeDto' });
export type SettingChange = z.infer<typeof settingChangeSchema>;

const keyParams = z.object({ key: z.string().min(1).max(100) });

export const settings = routes('Settings', 'Settings that can be changed while the server runs.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/settings',
    summary: 'List settings',
    description: 'Returns each setting with its value, limits and default.',
    access: 'settings:read',
    conditional: true,
    answers: { 200: json(z.object({ settings: z.array(settingSchema) })) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/settings/{key}',
    summary: 'Get a setting',
    description: 'Returns 404 if the setting does not exist.',
    access: 'settings:read',
    params: keyParams,
    conditional: true,
    answers: { 200: json(settingSchema) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/admin/settings/{key}',
    summary: 'Update a setting',
    description:
      'Takes effect immediately in all processes, and persists after a restart. An API key cannot turn on `auth.registration_enabled` and `auth.invitations_enabled`.',
    access: 'settings:write',
    params: keyParams,
    body: z.object({ value }).meta({ id: 'SetSetting' }),
    answers: { 200: json(settingSchema) },
  },
  reset: {
    method: 'POST',
    path: '/api/v1/admin/settings/{key}/reset',
    summary: 'Reset a setting',
    description: 'The setting follows the configuration again.',
    access: 'settings:write',
    params: keyParams,
    answers: { 200: json(settingSchema) },
  },
  history: {
    method: 'GET',
    path: '/api/v1/admin/settings/{key}/history',
    summary: 'List the changes of a setting',
    description: 'Returns the latest changes first.',
    access: 'settings:read',
    params: keyParams,
    query: pageQuery,
    answers: { 200: json(paginated(settingChangeSchema)) },
  },
});
