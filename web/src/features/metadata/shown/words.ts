// Display names of fields and values for lists of changes.
import { isKeyOf, isRecord } from '@lectern/contract/records';
import { isMessageKey, type Translate } from '../../../i18n/translate.ts';

/** API names without a form field are shown unchanged. */
export function toFieldName(field: string, t: Translate): string {
  const key = `metadata.field_${field}`;
  return isMessageKey(key) ? t(key) : field;
}

/** Prefixes of the messages for field values. */
const prefixes = {
  bookType: 'metadata.type_',
  readingDirection: 'metadata.direction_',
  status: 'metadata.status_',
} as const;

/** The value of a field in one line. Empty without a value. */
export function toFieldValue(field: string, value: unknown, t: Translate): string {
  const key = isKeyOf(prefixes, field) ? `${prefixes[field]}${String(value)}` : '';
  return isMessageKey(key) ? t(key) : toValueWords(value, t);
}

function toValueWords(value: unknown, t: Translate): string {
  if (Array.isArray(value)) return value.map((one) => toValueWords(one, t)).join(', ');
  if (typeof value === 'boolean') return t(value ? 'metadata.yes' : 'metadata.no');
  if (!isRecord(value)) return value === null || value === undefined ? '' : String(value);
  const { title, name, role, sourceName, source, externalId, score } = value;
  if (typeof externalId === 'string') return `${String(source)} ${externalId}`;
  if (typeof score === 'number') return `${String(source)} ${Math.round(score)}`;
  const word = title ?? name ?? sourceName;
  if (typeof word !== 'string') return JSON.stringify(value);
  const roleKey = `metadata.role_${String(role)}`;
  return isMessageKey(roleKey) ? `${word} (${t(roleKey)})` : word;
}
