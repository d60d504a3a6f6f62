// Pending changes of bookmarks and highlights: stored in this browser and sent in order.
import type { Annotation, WriteAnnotation } from '@lectern/contract/reading/annotations';
import { findAccount } from '../../../api/accounts.ts';
import { call } from '../../../api/call.ts';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';
import { isRefused } from '../progress/send.ts';
import { createRetry } from './retry.ts';

/** Without a body, the annotation was deleted. */
export interface AnnotationChange {
  bookId: string;
  id: string;
  body?: WriteAnnotation;
}

const key = () => `lectern.marks.${findAccount()?.userId ?? ''}`;

export function listPending(): AnnotationChange[] {
  try {
    return JSON.parse(readFromDevice(key()) ?? '[]') as AnnotationChange[];
  } catch {
    return [];
  }
}
const save = (changes: readonly AnnotationChange[]) => storeOnDevice(key(), JSON.stringify(changes));

async function send({ bookId, id, body }: AnnotationChange): Promise<void> {
  const params = { id: bookId, annotationId: id };
  if (body) await call('PUT /api/v1/books/{id}/annotations/{annotationId}', { params, body });
  else await call('DELETE /api/v1/books/{id}/annotations/{annotationId}', { params });
}

async function sendPending(): Promise<void> {
  for (let [first] = listPending(); first; [first] = listPending()) {
    const { id } = first;
    try {
      await send(first);
    } catch (error) {
      if (!isRefused(error)) return;
    }
    save(listPending().filter((one, at) => at > 0 || one.id !== id));
  }
}

/** Sends the pending changes. Failed ones are retried later. */
export const sendPendingAnnotations = createRetry({
  send: sendPending,
  hasPending: () => listPending().length > 0,
});

/**
 * Sends a change, or stores it if the server is unreachable. Resolves to whether it was sent. Throws if the server refuses
 * it.
 */
export async function enqueueAnnotation(change: AnnotationChange): Promise<boolean> {
  if (listPending().length === 0) {
    try {
      await send(change);
      return true;
    } catch (error) {
      if (isRefused(error)) throw error;
    }
  }
  save([...listPending().filter(({ id }) => id !== change.id), change]);
  await sendPendingAnnotations();
  return listPending().length === 0;
}

/** The annotations of the server with the pending changes applied. */
export function withPending(
  known: readonly Annotation[],
  bookId: string,
  pending: readonly AnnotationChange[],
): Annotation[] {
  const own = pending.filter((change) => change.bookId === bookId);
  if (own.length === 0) return [...known];
  const byId = new Map(known.map((one) => [one.id, one]));
  for (const { id, body } of own) {
    if (!body) byId.delete(id);
    else byId.set(id, toAnnotation({ bookId, id, body }, byId.get(id)));
  }
  return [...byId.values()];
}

export function toAnnotation(
  { bookId, id, body }: Required<AnnotationChange>,
  before: Annotation | undefined,
): Annotation {
  const at = body.changedAt ?? new Date().toISOString();
  const { kind, locator, color = null, note = null, text = null } = body;
  return { id, bookId, kind, locator, color, note, text, createdAt: before?.createdAt ?? at, updatedAt: at };
}
