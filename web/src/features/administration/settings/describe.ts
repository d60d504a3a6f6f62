// Translated names and values of settings.
import { isKeyOf, keysOf } from '@lectern/contract/records';
import type { Setting } from '@lectern/contract/system/settings';
import type { Format } from '../../../i18n/format.ts';
import { isMessageKey, type Translate } from '../../../i18n/translate.ts';

type Translation = Translate;
export type Value = Setting['value'];

/** The units of numbers, by the last part of the key. */
const numberUnits = {
  seconds: 'seconds',
  hours: 'hours',
  days: 'days',
  width: 'pixels',
  hour: 'clock',
} as const;

/** The units of sizes in the form, in bytes. */
export const sizeUnits = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const;
export type SizeUnit = keyof typeof sizeUnits;

/** The largest unit in which the size has at most one decimal. */
export const findSizeUnit = (bytes: number): SizeUnit =>
  keysOf(sizeUnits)
    .toReversed()
    .find((unit) => bytes >= sizeUnits[unit] && Number.isInteger((bytes / sizeUnits[unit]) * 10)) ?? 'MiB';

export function findNumberUnit({ key, type }: Pick<Setting, 'key' | 'type'>) {
  const last = key.split(/[._]/).at(-1) ?? '';
  return type === 'integer' && isKeyOf(numberUnits, last) ? numberUnits[last] : undefined;
}

export function describeChoice(choice: string, t: Translation): string {
  const label = `administration.settings.choices.${choice}` as const;
  return isMessageKey(label) ? t(label) : choice;
}

/** An unknown setting is shown with the server's description. */
export const nameOf = ({ key, description }: Pick<Setting, 'key' | 'description'>, t: Translation): string =>
  findSettingName(key, t) ?? description;

export function findSettingName(key: string, t: Translation): string | undefined {
  const name = `administration.settings.names.${key.replaceAll('.', '_')}` as const;
  return isMessageKey(name) ? t(name) : undefined;
}

export function describeValue(
  setting: Pick<Setting, 'key' | 'type'>,
  value: Value,
  { t, format }: { t: Translation; format: Format },
) {
  if (typeof value === 'boolean')
    return t(value ? 'administration.settings.on' : 'administration.settings.off');
  if (typeof value === 'string') return setting.type === 'choice' ? describeChoice(value, t) : value;
  if (setting.type === 'size') return format.size(value);
  const unit = findNumberUnit(setting);
  return unit ? t(`administration.settings.units.${unit}`, { count: value }) : format.number(value);
}

const groups = [
  ['groupAccess', ['auth', 'rate_limit']],
  ['groupApps', ['opds', 'koreader', 'kobo', 'compat_api', 'api_docs']],
  ['groupPdf', ['pdf']],
  ['groupImages', ['images']],
  ['groupUploads', ['uploads', 'trash']],
  ['groupReading', ['lookup']],
  ['groupBackup', ['backup']],
  ['groupServer', ['online', 'updates', 'scanner', 'tasks', 'activity', 'log']],
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

/** Whether the name, the key, the topic or the server's description contains each word. */
export function matchesWords(
  setting: Setting,
  { words, topic, t }: { words: string; topic: string; t: Translation },
): boolean {
  const text = [nameOf(setting, t), setting.key, topic, setting.description].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
