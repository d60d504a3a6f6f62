// Translated names and values of settings.
import type { Setting } from '@lectern/contract/system/settings';
import type { Format } from '../../../i18n/format.ts';
import { isMessageKey, type Translate } from '../../../i18n/translate.ts';

type Translation = Translate;
export type Value = Setting['value'];

/** The unit of size settings in the form. */
export const mebibyte = 1024 ** 2;

/** An unknown setting is shown with the server's description. */
export const nameOf = ({ key, description }: Pick<Setting, 'key' | 'description'>, t: Translation): string =>
  findSettingName(key, t) ?? description;

export function findSettingName(key: string, t: Translation): string | undefined {
  const name = `administration.settings.names.${key.replaceAll('.', '_')}` as const;
  return isMessageKey(name) ? t(name) : undefined;
}

export function describeValue(
  { type }: Pick<Setting, 'type'>,
  value: Value,
  { t, format }: { t: Translation; format: Format },
) {
  if (typeof value === 'boolean')
    return t(value ? 'administration.settings.on' : 'administration.settings.off');
  if (typeof value === 'string') return value;
  return type === 'size' ? format.size(value) : format.number(value);
}

const groups = [
  ['groupAccess', ['auth', 'rate_limit']],
  ['groupApps', ['opds', 'koreader', 'kobo', 'compat_api', 'api_docs']],
  ['groupPdf', ['pdf']],
  ['groupImages', ['images']],
  ['groupUploads', ['uploads', 'trash']],
  ['groupReading', ['lookup']],
  ['groupBackup', ['backup']],
  ['groupServer', ['online', 'scanner', 'tasks', 'activity', 'log']],
] as const;

/** Settings by topic. Settings without a topic come last. */
export function toGroups(settings: readonly Setting[]) {
  const groupOf = ({ key }: Setting) =>
    groups.find(([, sections]) => sections.some((section) => key.startsWith(`${section}.`)))?.[0] ??
    ('groupOther' as const);
  return [...groups.map(([words]) => words), 'groupOther' as const]
    .map((words) => ({ words, settings: settings.filter((one) => groupOf(one) === words) }))
    .filter((group) => group.settings.length > 0);
}
