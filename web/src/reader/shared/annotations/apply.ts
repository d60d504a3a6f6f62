// A change of a bookmark or highlight: shown at once, sent or stored for later.
import type { Annotation } from '@lectern/contract/annotations';
import type { QueryClient } from '@tanstack/react-query';
import { type AnnotationChange, enqueueAnnotation, toAnnotation } from './annotation-queue.ts';
import { keyOf } from './queries.ts';

/** `before` is what is changed. Throws when the server refuses it; then the annotations are fetched anew. */
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
