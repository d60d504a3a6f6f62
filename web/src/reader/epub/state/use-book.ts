// Loads the manifest and the positions of the open book.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Locator } from '@lectern/contract/reading/progress';
import { queryOptions } from '@tanstack/react-query';
import { call, read, toUrl } from '../../../api/call.ts';
import { bookAnnotations } from '../../shared/annotations/queries.ts';
import { toAnnotationTarget } from '../../shared/annotations/use-annotations.ts';
import type { Position } from '../../shared/progress/progress-sync.ts';
import { type EpubBook, type ListedPosition, type Manifest, toBook } from '../book/book.ts';
import { fetchResource } from '../book/resources.ts';
import type { Target } from '../engine/engine.ts';

export interface OpenBook {
  book: EpubBook;
  positions: readonly ListedPosition[];
  /** URL of the manifest. */
  base: string;
  /**
   * The comic reader suits the book better: `only` for a book whose documents are images, `also` for a fixed layout whose
   * pages show one image each.
   */
  pictures: 'only' | 'also' | undefined;
}

const isPicture = ({ type = '' }: { type?: string }) =>
  type.startsWith('image/') && !type.startsWith('image/svg');

async function readBook(id: string, signal: AbortSignal): Promise<OpenBook> {
  const base = toUrl(`api/v1/books/${id}/manifest`);
  const [manifest, list] = await Promise.all([
    fetchResource(base, signal).then(read<Manifest>),
    fetchResource(toUrl(`api/v1/books/${id}/positions`), signal).then(read<{ positions: ListedPosition[] }>),
  ]);
  const { positions } = list;
  const { readingOrder } = manifest;
  const book = toBook({ manifest, positions, base });
  if (readingOrder.length > 0 && readingOrder.every(isPicture))
    return { book, positions, base, pictures: 'only' };
  const isSilent = book.sections.every(({ overlay }) => overlay === undefined);
  const hasImages = book.isFixed && isSilent && (await hasPageImages(id, positions.length, signal));
  return { book, positions, base, pictures: hasImages ? 'also' : undefined };
}

/** Whether the server has an image for each page. False for a downloaded book while the server is away. */
const hasPageImages = (id: string, count: number, signal: AbortSignal): Promise<boolean> =>
  call('GET /api/v1/books/{id}/pages', { params: { id } }, { signal }).then(
    (pages) => pages.length > 0 && pages.length === count,
    () => false,
  );

/** Loads again when the file has changed. */
export const openBook = ({ id, updatedAt }: BookDto) =>
  queryOptions({
    queryKey: ['books', 'publication', id, updatedAt],
    queryFn: ({ signal }) => readBook(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const ofPage = (page: number, { positions }: Pick<OpenBook, 'positions'>): Target => {
  const at = positions[Math.min(positions.length, Math.max(1, page)) - 1];
  return at ? { locator: { href: at.href, locations: at.locations } } : { share: 0 };
};

/** The server converts a page or a share to a locator. Without an answer, the page is used. */
export async function toTarget(
  position: Position,
  id: string,
  open: Pick<OpenBook, 'positions'>,
): Promise<Target> {
  if (position.locator) return { locator: position.locator };
  const document = await call('GET /api/v1/books/{id}/progression', { params: { id } }).catch(
    () => undefined,
  );
  const locator = (document as { locator?: Locator } | undefined)?.locator;
  if (locator) return { locator };
  if (position.currentPage !== undefined) return ofPage(position.currentPage, open);
  return { share: position.progressPercentage ?? 0 };
}

interface StartParams {
  startPage?: number | undefined;
  startMark?: string | undefined;
  position: Position | undefined;
}

/** The start position: the annotation or page in the URL, else the stored position, else the beginning. */
export const startQuery = (
  { id }: BookDto,
  open: OpenBook | undefined,
  { startPage, startMark, position }: StartParams,
) =>
  queryOptions({
    queryKey: [
      'progress',
      'start',
      id,
      startMark ?? '',
      startPage ?? 0,
      position?.currentPage ?? 0,
      position?.locator ?? null,
    ],
    queryFn: async ({ client }): Promise<Target> => {
      if (!open) throw new Error('The book is not open');
      const annotations =
        startMark === undefined ? [] : await client.fetchQuery(bookAnnotations(id)).catch(() => []);
      const mark = annotations.find((one) => one.id === startMark);
      if (mark) return toAnnotationTarget(mark);
      if (startPage !== undefined) return ofPage(startPage, open);
      return position ? toTarget(position, id, open) : { share: 0 };
    },
    enabled: open !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
