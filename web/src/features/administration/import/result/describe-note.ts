// Translates the notes of an import.
import { importNotes } from '@lectern/contract/import/import-notes';
import type { ImportNote } from '@lectern/contract/import/imports';
import { fillMessage } from '@lectern/contract/message-text';
import { isKeyOf } from '@lectern/contract/records';
import { describeReason } from '../../../../i18n/reports.ts';
import { isMessageKey, type MessageKey, translate as t } from '../../../../i18n/translate.ts';

/** Replaces field names by their labels, and the cause by its translation. */
export function describeNote({ reason, params, message, cause }: ImportNote): string {
  const field = `metadata.field_${params?.field}`;
  const values = {
    ...params,
    ...(isField(field) && { field: t(field) }),
    ...(cause && { why: describeReason(cause) }),
  };
  const english = isKeyOf(importNotes, reason) ? fillMessage(importNotes[reason], values) : message;
  return describeReason({ reason, params: values, message: english });
}

type FieldKey = Extract<MessageKey, `metadata.field_${string}`>;
const isField = (key: string): key is FieldKey => isMessageKey(key);
