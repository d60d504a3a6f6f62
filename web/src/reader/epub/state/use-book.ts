// Loads the manifest and the positions of the open book.
import type { BookDto } from '@lectern/contract/books';
import type { Locator } from '@lectern/contract/progress';
import { queryOptions } from '@tanstack/react-query';
import { call, read, toUrl } from '../../../api/call.ts';
import type { Place } from '../../shared/progress/progress-sync.ts';
import { type EpubBook, type Manifest, type Position, toBook } from '../book/book.ts';
import { fetchResource } from '../book/resources.ts';
import type { Target } from '../engine/engine.ts';
import { marksOf, toMarkTarget } from './use-marks.ts';

export interface OpenBook {
  book: EpubBook;
  positions: readonly Position[];
  /** Address of the manifest. */
  base: string;
  /** The book consists of images, for which the comic reader is better. */
  isPictures: boolean;
}

const isPicture = ({ type = '' }: { type?: string }) =>
  type.startsWith('image/') && !type.startsWith('image/svg');

async function readBook(id: string, signal: AbortSignal): Promise<OpenBook> {
  const base = toUrl(`api/v1/books/${id}/manifest`);
  const [manifest, list] = await Promise.all([
    fetchResource(base, signal).then(read<Manifest>),
    fetchResource(toUrl(`api/v1/books/${id}/positions`), signal).then(read<{ positions: Position[] }>),
  ]);
  const { positions } = list;
  const { readingOrder } = manifest;
  const isPictures = readingOrder.length > 0 && readingOrder.every(isPicture);
  return { book: toBook({ manifest, positions, base }), positions, base, isPictures };
}

/** Loaded again when the file has changed. */
export const openBook = ({ id, updatedAt }: BookDto) =>
  queryOptions({
    queryKey: ['books', 'publication', id, updatedAt],
    queryFn: ({ signal }) => readBook(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

const ofPage = (page: number, { positions }: Pick<OpenBook, 'positions'>): Target => {
  const at = positions[Math.min(positions.length, Math.max(1, page)) - 1];
  return at ? { locator: { href: at.href, locations: at.locations } } : { share: 0 };
};

/** The server converts a page or a share into a locator; without it the page is used. */
export async function toTarget(place: Place, id: string, open: Pick<OpenBook, 'positions'>): Promise<Target> {
  if (place.locator) return { locator: place.locator };
  const document = await call('GET /api/v1/books/{id}/progression', { params: { id } }).catch(
    () => undefined,
  );
  const locator = (document as { locator?: Locator } | undefined)?.locator;
  if (locator) return { locator };
  if (place.currentPage !== undefined) return ofPage(place.currentPage, open);
  return { share: place.progressPercentage ?? 0 };
}

interface Beginning {
  startPage?: number | undefined;
  startMark?: string | undefined;
  place: Place | undefined;
}

/** The start position: annotation or page of the address, else the stored position, else the beginning. */
export const startQuery = (
  { id }: BookDto,
  open: OpenBook | undefined,
  { startPage, startMark, place }: Beginning,
) =>
  queryOptions({
    queryKey: [
      'progress',
      'start',
      id,
      startMark ?? '',
      startPage ?? 0,
      place?.currentPage ?? 0,
      place?.locator ?? null,
    ],
    queryFn: async ({ client }): Promise<Target> => {
      if (!open) throw new Error('The book is not open');
      const marks = startMark === undefined ? [] : await client.fetchQuery(marksOf(id)).catch(() => []);
      const mark = marks.find((one) => one.id === startMark);
      if (mark) return toMarkTarget(mark);
      if (startPage !== undefined) return ofPage(startPage, open);
      return place ? toTarget(place, id, open) : { share: 0 };
    },
    enabled: open !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
