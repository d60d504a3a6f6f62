// Applies a change of a bookmark or highlight: shows it immediately and sends it or stores it for later.
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { QueryClient } from '@tanstack/react-query';
import { type AnnotationChange, enqueueAnnotation, toAnnotation } from './annotation-queue.ts';
import { keyOf } from './queries.ts';

/** `before` is the changed annotation. Throws if the server refuses the change, after fetching the annotations again. */
export async function applyAnnotation(
  queries: QueryClient,
  change: AnnotationChange,
  before?: Annotation,
): Promise<void> {
  const { bookId, id, body } = change;
  const queryKey = keyOf(bookId);
  void queries.cancelQueries({ queryKey });
  queries.setQueryData<Annotation[]>(queryKey, (known = []) => {
    const others = known.filter((one) => one.id !== id);
    return body ? [...others, toAnnotation({ bookId, id, body }, before)] : others;
  });
  try {
    await enqueueAnnotation(change);
  } catch (error) {
    void queries.invalidateQueries({ queryKey });
    throw error;
  }
}
