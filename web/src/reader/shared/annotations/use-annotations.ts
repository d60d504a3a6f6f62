// The bookmarks and highlights of the open book: the server's annotations with the pending changes applied.

import { toOrder } from '@lectern/contract/reading/annotation-markdown';
import type { Annotation, WriteAnnotation } from '@lectern/contract/reading/annotations';
import type { Locator } from '@lectern/contract/reading/progress';
import type { AnnotationColor } from '@lectern/contract/values';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { showError } from '../../../ui/toasts/toasts.tsx';
import { makeUuid } from '../ids.ts';
import { listPending, toAnnotation, withPending } from './annotation-queue.ts';
import { applyAnnotation } from './apply.ts';
import { bookAnnotations, keyOf } from './queries.ts';
import type { TextSelection } from './selection.ts';

/** The position of an annotation, which is outlined. Adds the highlighted text if the locator lacks it. */
export function toAnnotationTarget({ kind, locator, text }: Annotation): {
  locator: Locator;
  isPointed: true;
} {
  const isReported = typeof locator.text === 'object' && locator.text !== null && 'highlight' in locator.text;
  const visibleText =
    kind === 'highlight' && text !== null && !isReported ? { text: { highlight: text } } : {};
  return { locator: { ...locator, ...visibleText }, isPointed: true };
}

/** A highlight to draw. */
export interface Highlight {
  id: string;
  locator: Locator;
  color: AnnotationColor;
  hasNote: boolean;
}

/** The visible part of a text book. */
interface VisiblePart {
  locator: Locator;
  share: number;
  endShare: number;
  isAtEnd: boolean;
  text: string;
}

export interface Annotations {
  all: readonly Annotation[];
  highlights: readonly Highlight[];
  addHighlight(selected: TextSelection, color: AnnotationColor): Annotation;
  change(annotation: Annotation, part: Pick<Partial<Annotation>, 'color' | 'note'>): void;
  remove(annotation: Annotation): void;
  /** The visible bookmarks. */
  findBookmarks(shown: VisiblePart): Annotation[];
  addBookmark(shown: VisiblePart): void;
  restore(annotation: Annotation): void;
}

const shareOf = ({ locator }: Pick<Annotation, 'locator'>): number =>
  locator.locations?.totalProgression ?? 0;
const byPosition = (a: Annotation, b: Annotation) => toOrder(a) - toOrder(b) || (a.id < b.id ? -1 : 1);

const isVisible = (annotation: Annotation, { locator, share, endShare, isAtEnd }: VisiblePart): boolean => {
  const at = shareOf(annotation);
  const isHere = annotation.locator.href === locator.href && at >= share - 1e-6;
  return annotation.kind === 'bookmark' && isHere && (at < endShare || isAtEnd || at <= share + 1e-6);
};

export function useAnnotations(bookId: string): Annotations {
  const queries = useQueryClient();
  const { data } = useQuery(bookAnnotations(bookId));
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: keyOf(bookId) });
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [queries, bookId]);
  const all = useMemo(() => withPending(data ?? [], bookId, listPending()).sort(byPosition), [data, bookId]);
  const highlights = useMemo(() => all.flatMap(toHighlight), [all]);
  return useMemo(
    () => ({ all, highlights, ...createActions(queries, bookId, all) }),
    [queries, bookId, all, highlights],
  );
}

const toHighlight = ({ id, kind, locator, color, note }: Annotation): Highlight[] =>
  kind === 'highlight' ? [{ id, locator, color: color ?? 'yellow', hasNote: note !== null }] : [];

function createActions(queries: QueryClient, bookId: string, all: readonly Annotation[]) {
  function write(id: string, content: WriteAnnotation): Annotation {
    const body = { ...content, changedAt: new Date().toISOString() };
    const before = all.find((one) => one.id === id);
    applyAnnotation(queries, { bookId, id, body }, before).catch(showError);
    return toAnnotation({ bookId, id, body }, before);
  }
  const toBody = ({ kind, locator, color, note, text }: Annotation): WriteAnnotation => ({
    kind,
    locator,
    color,
    note,
    text,
  });
  return {
    addHighlight: ({ locator, text }: TextSelection, color: AnnotationColor) =>
      write(makeUuid(), { kind: 'highlight', locator, color, text: text.slice(0, 5_000) }),
    change: (annotation: Annotation, part: Pick<Partial<Annotation>, 'color' | 'note'>) =>
      void write(annotation.id, { ...toBody(annotation), ...part }),
    // If the server refuses the deletion, the annotation reappears.
    remove: ({ id }: Annotation) => void applyAnnotation(queries, { bookId, id }).catch(() => {}),
    /** Uses a new id, because the server never accepts a deleted one again. */
    restore: (annotation: Annotation) => void write(makeUuid(), toBody(annotation)),
    findBookmarks: (shown: VisiblePart) => all.filter((annotation) => isVisible(annotation, shown)),
    addBookmark({ locator, text: visibleText, share }: VisiblePart) {
      const locations = { ...locator.locations, totalProgression: share };
      const text = visibleText.slice(0, 200);
      write(makeUuid(), { kind: 'bookmark', locator: { ...locator, locations }, ...(text && { text }) });
    },
  };
}
