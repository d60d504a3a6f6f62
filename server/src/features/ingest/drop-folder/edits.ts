// Edits of a proposal by users, stored as JSON in its row.
import type { EditDropped } from '@lectern/contract/ingest/drop-folder';
import type { DroppedRow } from './store.ts';

interface Edited {
  edits: EditDropped;
  /** The user with restrictions who made the last edit. */
  editorId?: string | undefined;
}

export function readEdits({ edits: json }: Pick<DroppedRow, 'edits'>): Edited {
  const { editorId, ...edits }: EditDropped & Pick<Edited, 'editorId'> = JSON.parse(json);
  return { edits, editorId };
}

/** Omits values that were reset. */
export function writeEdits({ edits, editorId }: Edited): string {
  const { isDismissed: _, ...values } = edits;
  const set = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify({ ...Object.fromEntries(set), ...(set.length > 0 && { editorId }) });
}
