// The envelope of lists in Spring's format, with zero-based pages.
import { z } from 'zod';
import type { Window } from '../query/paging.ts';

const sortShape = z.object({ sorted: z.boolean(), unsorted: z.boolean(), empty: z.boolean() });

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    pageable: z.object({
      sort: sortShape,
      pageNumber: z.int(),
      pageSize: z.int(),
      offset: z.int(),
      paged: z.boolean(),
      unpaged: z.boolean(),
    }),
    totalElements: z.int(),
    totalPages: z.int(),
    last: z.boolean(),
    number: z.int(),
    sort: sortShape,
    first: z.boolean(),
    numberOfElements: z.int(),
    size: z.int(),
    empty: z.boolean(),
  });

export interface Listed<T> {
  content: T[];
  total: number;
  window: Window;
  /** The client requested an order. */
  isSorted: boolean;
}

/** Without paging, all items are on one page, whose size is at least 20. */
export function toPage<T>({ content, total, window, isSorted }: Listed<T>) {
  const { page } = window;
  const size = window.isUnpaged ? Math.max(content.length, 20) : window.size;
  const totalPages = Math.ceil(total / size);
  const sort = { sorted: isSorted, unsorted: !isSorted, empty: !isSorted };
  return {
    content,
    pageable: { sort, pageNumber: page, pageSize: size, offset: page * size, paged: true, unpaged: false },
    totalElements: total,
    totalPages,
    last: page >= totalPages - 1,
    number: page,
    sort,
    first: page === 0,
    numberOfElements: content.length,
    size,
    empty: content.length === 0,
  };
}
