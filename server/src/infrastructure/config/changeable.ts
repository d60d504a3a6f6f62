// The keys of the configuration that can change while the server runs, with their types and limits from the schema.
import { z } from 'zod';
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

const descriptions: Readonly<Record<string, string>> = {
  'auth.registration_enabled': 'Whoever reaches the server can make an account.',
  'rate_limit.enabled': 'Requests are limited.',
  'rate_limit.anonymous_rps': 'Requests a second of an address that is not signed in.',
  'rate_limit.anonymous_burst': 'Requests at once of an address that is not signed in.',
  'rate_limit.authenticated_rps': 'Requests a second of a user.',
  'rate_limit.authenticated_burst': 'Requests at once of a user.',
  'compat_api.enabled': 'Apps made for another server find the one that they know below a prefix.',
  'compat_api.prefix': 'First part of the addresses that such apps are given: letters, digits and dashes.',
  'opds.enabled': 'E-readers and reading apps find catalogs (OPDS).',
  'opds.page_size': 'Entries of a page of a catalog.',
  'koreader.enabled': 'KOReader can keep reading places here.',
  'kobo.enabled': 'Kobo e-readers can sync with this server.',
  'api_docs.enabled': 'The API description and its reference are shown.',
  'pdf.handle_cache.enabled': 'PDF documents stay open between pages.',
  'pdf.handle_cache.capacity': 'PDF documents that may be open at once in each process.',
  'pdf.handle_cache.idle_ttl_seconds': 'Seconds after which a PDF document that nobody reads is closed.',
  'pdf.page_cache.enabled': 'Rendered PDF pages are kept on disk.',
  'pdf.page_cache.max_age_days': 'Days that rendered PDF pages are kept.',
  'pdf.page_cache.max_size': 'Disk for rendered PDF pages.',
  'pdf.page_width': 'Width in pixels of a PDF page when no width is asked for.',
  'pdf.jpeg_quality': 'Quality of rendered PDF pages.',
  'images.cache_max_size': 'Disk for converted pages and for pages of solid archives.',
  'images.max_upload_size': 'Largest upload of a cover.',
  'uploads.max_file_size': 'Largest file that may be uploaded into a library.',
  'uploads.max_daily_size':
    'What one user may upload into libraries within a day; 0 means any number of bytes.',
  'uploads.keep_free': 'Room that uploads leave free on the disk of a library.',
  'uploads.keep_hours': 'Hours that an unfinished upload waits for its next part.',
  'trash.keep_days': 'Days that deleted files stay in the trash; 0 means until it is emptied by hand.',
  'scanner.book_timeout_seconds': 'Seconds after which reading a single book is given up.',
  'tasks.keep_days': 'Days that finished tasks are remembered.',
  'activity.keep_days': 'Days that sign-ins and changes are remembered.',
  'lookup.dictionary': 'Where readers look up words: an address with {text}, {language} and {to}.',
  'lookup.translation': 'Where readers translate words: an address with {text}, {language} and {to}.',
  'backup.schedule': 'When the server makes a backup by itself.',
  'backup.hour': 'Hour of the day of such backups, in the time zone of the server.',
  'backup.keep': 'Such backups that are kept.',
  'updates.check': 'Once a day the address `updates.url` is asked for the newest version.',
  'online.enabled':
    'The server may ask others on the Internet: plugins, and whether there is a newer version.',
  'log.level': 'How much the log says.',
};

export const changeable: readonly Changeable[] = Object.entries(descriptions).map(([key, description]) => ({
  key,
  description,
  ...describe(key),
}));

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
