// Translates messages of tasks, scans and files. Not part of the first page.
import type { BookErrorType } from '@lectern/contract/values';
import { fillReason, isReason } from './errors.ts';
import { getLanguage } from './language.ts';
import type { Values } from './message.ts';
import { translate as t } from './translate.ts';

/** Message of a task or scan. English is the text of the server. */
export function describeReason({
  reason,
  params,
  message,
}: {
  reason: string;
  params?: Values;
  message: string;
}): string {
  if (getLanguage() === 'en') return message;
  return isReason(reason) ? fillReason(reason, params) : t('ui.failed');
}

/** Error of a book file: by reason if known, otherwise by type. English is the text of the server. */
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
