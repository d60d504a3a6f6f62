// Settings that can be made while the server runs.
import { z } from 'zod';
import { id, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { settingTypes } from './values.ts';

const value = z.union([z.boolean(), z.number(), z.string()]);
const person = z.object({ id, username: z.string() });

export const settingSchema = z
  .object({
    key: z.string().meta({ description: 'As in the configuration: `rate_limit.enabled`.' }),
    type: z.enum(settingTypes).meta({ description: '`size` is in bytes.' }),
    value,
    default: value.meta({ description: 'What the configuration says.' }),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    choices: z.array(z.string()).nullable(),
    description: z.string(),
    isDefault: z.boolean().meta({ description: 'Nobody has set it: it follows the configuration.' }),
    updatedAt: time.nullable(),
    updatedBy: person.nullable().meta({ description: 'Null also when that user is gone.' }),
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
      description: 'The name as it was then; the id is null when that user is gone.',
    }),
    changedAt: time,
  })
  .meta({ id: 'SettingChangeDto' });
export type SettingChange = z.infer<typeof settingChangeSchema>;

const keyParams = z.object({ key: z.string().min(1).max(100) });

export const settings = routes('Settings', 'What can be set while the server runs.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/settings',
    summary: 'Every setting',
    access: 'settings:read',
    conditional: true,
    answers: { 200: json(z.object({ settings: z.array(settingSchema) })) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/settings/{key}',
    summary: 'One setting',
    access: 'settings:read',
    params: keyParams,
    conditional: true,
    answers: { 200: json(settingSchema) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/admin/settings/{key}',
    summary: 'Set a setting',
    description: 'It takes effect at once, in every process, and stays after a restart.',
    access: 'settings:write',
    params: keyParams,
    body: z.object({ value }).meta({ id: 'SetSetting' }),
    answers: { 200: json(settingSchema) },
  },
  reset: {
    method: 'POST',
    path: '/api/v1/admin/settings/{key}/reset',
    summary: 'Let a setting follow the configuration again',
    access: 'settings:write',
    params: keyParams,
    answers: { 200: json(settingSchema) },
  },
  history: {
    method: 'GET',
    path: '/api/v1/admin/settings/{key}/history',
    summary: 'Who changed a setting, the last change first',
    access: 'settings:read',
    params: keyParams,
    query: pageQuery,
    answers: { 200: json(paginated(settingChangeSchema)) },
  },
});
