// The bookmarks of the open book by page: the server's bookmarks with the pending changes applied.
import type { Annotation } from '@lectern/contract/reading/annotations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError } from '../../../ui/toasts/toasts.tsx';
import {
  type AnnotationChange,
  listPending,
  withPending,
} from '../../shared/annotations/annotation-queue.ts';
import { applyAnnotation } from '../../shared/annotations/apply.ts';
import { bookAnnotations } from '../../shared/annotations/queries.ts';
import { makeUuid } from '../../shared/ids.ts';

export interface Bookmarks {
  /** Sorted page numbers. */
  pages: readonly number[];
  /** Adds a bookmark to the page, or removes existing ones. */
  toggle(page: number): Promise<void>;
}

const findPage = ({ kind, locator }: Annotation): number | undefined =>
  kind === 'bookmark' ? (locator.locations?.position ?? undefined) : undefined;

export function useBookmarks(bookId: string, pageCount: number, say: (text: string) => void): Bookmarks {
  const t = useTranslate();
  const queries = useQueryClient();
  const query = useMemo(() => bookAnnotations(bookId), [bookId]);
  const { data } = useQuery(query);
  const all = useMemo(() => withPending(data ?? [], bookId, listPending()), [data, bookId]);
  const pages = useMemo(() => {
    const found = all.flatMap((one) => findPage(one) ?? []).filter((page) => page >= 1 && page <= pageCount);
    return [...new Set(found)].sort((a, b) => a - b);
  }, [all, pageCount]);

  const toggle = useCallback(
    async (page: number) => {
      const change = (made: AnnotationChange) => void applyAnnotation(queries, made).catch(showError);
      // If the user acts before the server answers, the existing bookmark is still removed.
      const loaded = await queries.ensureQueryData(query).catch(() => []);
      const known = withPending(loaded, bookId, listPending()).filter((one) => findPage(one) === page);
      for (const { id } of known) change({ bookId, id });
      const title = t('reader.comic.pageNumber', { page });
      if (known.length === 0) change(toBookmark(bookId, page, { pageCount, title }));
      say(t(known.length > 0 ? 'reader.comic.bookmarkRemoved' : 'reader.comic.bookmarkAdded', { page }));
    },
    [t, queries, query, bookId, pageCount, say],
  );
  return { pages, toggle };
}

function toBookmark(
  bookId: string,
  page: number,
  { pageCount, title }: { pageCount: number; title: string },
): AnnotationChange {
  const totalProgression = (page - 1) / Math.max(1, pageCount);
  const locator = { href: `pages/${page}`, title, locations: { position: page, totalProgression } };
  const changedAt = new Date().toISOString();
  return { bookId, id: makeUuid(), body: { kind: 'bookmark', locator, changedAt } };
}
