// What tasks and scans report, and what is wrong with files, in the language of the interface. Not on the first page.
import type { BookErrorType } from '@lectern/contract/values';
import { fillReason, isReason } from './errors.ts';
import { getLanguage } from './language.ts';
import type { Values } from './message.ts';
import { translate as t } from './translate.ts';

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

/** What is wrong with a file: by its reason where that is known, else by its type. */
export function describeBookError({ errorType, message, details }: BookFault): string {
  if (getLanguage() === 'en') return message;
  const { reason: detail } = (details ?? {}) as { reason?: string };
  const reason = `file_${detail}`;
  return isReason(reason) ? fillReason(reason) : t(`bookErrors.${errorType}`);
}

interface BookFault {
  errorType: BookErrorType;
  message: string;
  details?: unknown;
}
