// The bookmarks and highlights of the open book: those of the server with the pending changes.
import type { Annotation, WriteAnnotation } from '@lectern/contract/annotations';
import type { AnnotationColor } from '@lectern/contract/values';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { showError } from '../../../ui/toasts.tsx';
import { makeUuid } from '../../shared/ids.ts';
import type { Mark, Selected, Shown, Target } from '../engine/engine.ts';
import { enqueueMark, listWaiting, replayMarks, toAnnotation, withWaiting } from './marks-outbox.ts';

const keyOf = (bookId: string) => ['annotations', 'book', bookId];

async function readAll(bookId: string, signal: AbortSignal): Promise<Annotation[]> {
  await replayMarks().catch(() => undefined);
  const found: Annotation[] = [];
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 500 };
    const answer = await call(
      'GET /api/v1/books/{id}/annotations',
      { params: { id: bookId }, query },
      { signal },
    );
    found.push(...answer.data);
    if (page >= answer.totalPages) return found;
  }
}

/** All annotations of a book on the server. */
export const marksOf = (bookId: string) =>
  queryOptions({
    queryKey: keyOf(bookId),
    queryFn: ({ signal }) => readAll(bookId, signal),
    retry: false,
  });

/** The position of an annotation, which is outlined. The highlighted text is added where the locator lacks it. */
export function toMarkTarget({ kind, locator, text }: Annotation): Target {
  const isReported = typeof locator.text === 'object' && locator.text !== null && 'highlight' in locator.text;
  const words = kind === 'highlight' && text !== null && !isReported ? { text: { highlight: text } } : {};
  return { locator: { ...locator, ...words }, isPointed: true };
}

export interface Marks {
  all: readonly Annotation[];
  highlights: readonly Mark[];
  addHighlight(selected: Selected, color: AnnotationColor): Annotation;
  change(mark: Annotation, part: Pick<Partial<Annotation>, 'color' | 'note'>): void;
  remove(mark: Annotation): void;
  /** The bookmarks on screen. */
  findBookmarks(shown: Shown): Annotation[];
  addBookmark(shown: Shown): void;
  restore(mark: Annotation): void;
}

const shareOf = ({ locator }: Pick<Annotation, 'locator'>): number =>
  locator.locations?.totalProgression ?? 0;
const byPlace = (a: Annotation, b: Annotation) => shareOf(a) - shareOf(b) || (a.id < b.id ? -1 : 1);

const isOnScreen = (mark: Annotation, { locator, share, endShare, isAtEnd }: Shown): boolean => {
  const at = shareOf(mark);
  const isHere = mark.locator.href === locator.href && at >= share - 1e-6;
  return mark.kind === 'bookmark' && isHere && (at < endShare || isAtEnd || at <= share + 1e-6);
};

export function useMarks(bookId: string): Marks {
  const queries = useQueryClient();
  const { data } = useQuery(marksOf(bookId));
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: keyOf(bookId) });
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [queries, bookId]);
  const all = useMemo(() => withWaiting(data ?? [], bookId, listWaiting()).sort(byPlace), [data, bookId]);
  const highlights = useMemo(() => all.flatMap(toMark), [all]);
  return useMemo(
    () => ({ all, highlights, ...createActions(queries, bookId, all) }),
    [queries, bookId, all, highlights],
  );
}

const toMark = ({ id, kind, locator, color, note }: Annotation): Mark[] =>
  kind === 'highlight' ? [{ id, locator, color: color ?? 'yellow', hasNote: note !== null }] : [];

function createActions(queries: QueryClient, bookId: string, all: readonly Annotation[]) {
  const queryKey = keyOf(bookId);
  const show = (change: (marks: readonly Annotation[]) => Annotation[]) =>
    queries.setQueryData<Annotation[]>(queryKey, (marks) => change(marks ?? []));

  function write(id: string, content: WriteAnnotation): Annotation {
    const body = { ...content, changedAt: new Date().toISOString() };
    const made = toAnnotation(
      { bookId, id, body },
      all.find((one) => one.id === id),
    );
    void queries.cancelQueries({ queryKey });
    show((marks) => [...marks.filter((one) => one.id !== id), made]);
    enqueueMark({ bookId, id, body }).catch((error: unknown) => {
      showError(error);
      void queries.invalidateQueries({ queryKey });
    });
    return made;
  }
  const toBody = ({ kind, locator, color, note, text }: Annotation): WriteAnnotation => ({
    ...{ kind, locator, color, note, text },
  });
  return {
    addHighlight: ({ locator, text }: Selected, color: AnnotationColor) =>
      write(makeUuid(), { kind: 'highlight', locator, color, text: text.slice(0, 5_000) }),
    change: (mark: Annotation, part: Pick<Partial<Annotation>, 'color' | 'note'>) =>
      void write(mark.id, { ...toBody(mark), ...part }),
    remove({ id }: Annotation) {
      void queries.cancelQueries({ queryKey });
      show((marks) => marks.filter((one) => one.id !== id));
      enqueueMark({ bookId, id }).catch(() => void queries.invalidateQueries({ queryKey }));
    },
    /** Under a new id, as the server never accepts a deleted one again. */
    restore: (mark: Annotation) => void write(makeUuid(), toBody(mark)),
    findBookmarks: (shown: Shown) => all.filter((mark) => isOnScreen(mark, shown)),
    addBookmark({ locator, words, share }: Shown) {
      const locations = { ...locator.locations, totalProgression: share };
      const text = words.slice(0, 200);
      write(makeUuid(), { kind: 'bookmark', locator: { ...locator, locations }, ...(text && { text }) });
    },
  };
}
