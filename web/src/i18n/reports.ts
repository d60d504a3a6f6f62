// What tasks and scans report, and what is wrong with files, in the language of the interface. Not on the first page.
import type { ImportNote } from '@lectern/contract/imports';
import type { BookErrorType } from '@lectern/contract/values';
import { fillReason, isReason } from './errors.ts';
import { getLanguage } from './language.ts';
import type { Values } from './message.ts';
import { isMessageKey, type MessageKey, translate as t } from './translate.ts';

/** A message of a task or a scan. */
export function describeReason({
  reason,
  params,
  message,
}: {
  reason: string;
  params?: Values;
  message: string;
}): string {
  if (getLanguage() === 'en' && (reason === 'task_failed' || !isReason(reason))) return message;
  return isReason(reason) ? fillReason(reason, params) : t('ui.failed');
}

/** What is said of one thing of another server, with its reason where there is one. */
export function describeNote({ cause, params, ...note }: ImportNote): string {
  const field = `metadata.field_${params?.field}`;
  const words = {
    ...(isField(field) && { field: t(field) }),
    ...(cause && { why: describeReason(cause) }),
  };
  return describeReason({ ...note, params: { ...params, ...words } });
}

type FieldKey = Extract<MessageKey, `metadata.field_${string}`>;
const isField = (key: string): key is FieldKey => isMessageKey(key);

/** What is wrong with a file: by its reason where that is known, else by its type. */
export function describeBookError({ errorType, message, details }: BookFault): string {
  if (getLanguage() === 'en') return message;
  const { reason: detail, entry = '' } = (details ?? {}) as { reason?: string; entry?: string };
  const reason = `file_${detail}`;
  return isReason(reason) ? fillReason(reason, { entry }) : t(`bookErrors.${errorType}`);
}

interface BookFault {
  errorType: BookErrorType;
  message: string;
  details?: unknown;
}
