// The keys of the configuration that can change while the server runs, with their types and limits from the schema.
import { z } from 'zod';
import { configKeys } from './keys.ts';
import { isSettingValue, type SettingValue } from './live.ts';
import { configSchema } from './schema.ts';
import { bool, size } from './values.ts';

export interface Changeable {
  key: string;
  /** `size` is in bytes. */
  type: 'boolean' | 'integer' | 'number' | 'size' | 'choice' | 'text';
  minimum: number | null;
  maximum: number | null;
  choices: readonly string[] | null;
  description: string;
  /** The value, or undefined when it is invalid for this key. A string does not count as a number. */
  read(value: unknown): SettingValue | undefined;
}

type Described = Omit<Changeable, 'key' | 'description'>;
const unlimited = { minimum: null, maximum: null, choices: null };

const changeableKeys: readonly string[] = [
  'auth.registration_enabled',
  'auth.invitations_enabled',
  'auth.password_reset_by_mail',
  'auth.quick_connect_enabled',
  'rate_limit.enabled',
  'rate_limit.anonymous_rps',
  'rate_limit.anonymous_burst',
  'rate_limit.authenticated_rps',
  'rate_limit.authenticated_burst',
  'compat_api.enabled',
  'compat_api.prefix',
  'opds.enabled',
  'opds.page_size',
  'koreader.enabled',
  'kobo.enabled',
  'api_docs.enabled',
  'pdf.handle_cache.enabled',
  'pdf.handle_cache.capacity',
  'pdf.handle_cache.idle_ttl_seconds',
  'pdf.page_cache.enabled',
  'pdf.page_cache.max_age_days',
  'pdf.page_cache.max_size',
  'pdf.page_width',
  'pdf.jpeg_quality',
  'images.cache_max_size',
  'images.max_upload_size',
  'uploads.max_file_size',
  'uploads.max_daily_size',
  'uploads.keep_free',
  'uploads.keep_hours',
  'trash.keep_days',
  'scanner.book_timeout_seconds',
  'tasks.keep_days',
  'activity.keep_days',
  'lookup.dictionary',
  'lookup.translation',
  'backup.schedule',
  'backup.hour',
  'backup.keep',
  'updates.check',
  'online.enabled',
  'log.level',
];

export const changeable: readonly Changeable[] = changeableKeys.map((key) => {
  const { description = '', mark } = configKeys.find(({ path }) => path.join('.') === key) ?? {};
  // The API returns values of settings.
  if (mark?.kind === 'secret' || mark?.kind === 'address') throw new Error(`${key} may hold a secret`);
  return { key, description, ...describe(key) };
});

function describe(key: string): Described {
  const schema = leafOf(key);
  const checked = (isKind: (value: unknown) => boolean) => (value: unknown) => {
    const parsed = isKind(value) ? schema.safeParse(value).data : undefined;
    return isSettingValue(parsed) ? parsed : undefined;
  };
  if (schema === bool)
    return { type: 'boolean', ...unlimited, read: checked((value) => typeof value === 'boolean') };
  const readNumber = checked((value) => typeof value === 'number');
  if (schema === size)
    return { ...unlimited, type: 'size', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, read: readNumber };
  if (schema instanceof z.ZodEnum) {
    const choices = schema.options.map(String);
    return { ...unlimited, type: 'choice', choices, read: checked((value) => typeof value === 'string') };
  }
  if (schema instanceof z.ZodString)
    return { ...unlimited, type: 'text', read: checked((value) => typeof value === 'string') };
  if (!(schema instanceof z.ZodNumber)) throw new Error(`${key} cannot be set while the server runs`);
  const type = schema.isInt ? 'integer' : 'number';
  return { ...unlimited, type, minimum: schema.minValue, maximum: schema.maxValue, read: readNumber };
}

/** The schema of a key without its default. */
function leafOf(key: string): z.ZodType {
  let schema: z.core.$ZodType = configSchema;
  for (const name of key.split('.')) {
    const section = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    if (!(section instanceof z.ZodObject) || !Object.hasOwn(section.shape, name))
      throw new Error(`The configuration has no key ${key}`);
    schema = section.shape[name];
  }
  const leaf = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (!(leaf instanceof z.ZodType)) throw new Error(`${key} cannot be read`);
  return leaf;
}
