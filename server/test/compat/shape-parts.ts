// Building blocks of the client models. Required keys must be present even if their value may be null: a Kotlin client
// rejects the whole list if a key is missing.
import { z } from 'zod';

/** Response shapes that clients read. The name of a page of items is `<item>Page`. */
export type ShapeName =
  | 'series'
  | 'seriesPage'
  | 'book'
  | 'bookPage'
  | 'pages'
  | 'libraries'
  | 'library'
  | 'user'
  | 'collection'
  | 'collectionPage'
  | 'collections'
  | 'readList'
  | 'readListPage'
  | 'readLists'
  | 'authors'
  | 'authorPage'
  | 'words'
  | 'thumbnails'
  | 'error'
  | 'validationError'
  | 'trackerSeries'
  | 'trackerReadList'
  | 'progression'
  | 'positions'
  | 'manifest'
  | 'settings'
  | 'metric'
  | 'clientSettings';

export type ClientModels = Partial<Record<ShapeName, z.ZodType>>;

export const text = z.string();
export const flag = z.boolean();
/** Counters are 32-bit integers. */
export const int = z.int().min(-2_147_483_648).max(2_147_483_647);
export const long = z.int();
export const float = z.number();
/** Whole seconds in UTC; Aidoku reads no other format. */
export const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const status = z.enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']);
export const mediaStatus = z.enum(['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED']);
export const direction = z.enum(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON', '']);
export const profile = z.enum(['DIVINA', 'PDF', 'EPUB', '']);
export const author = z.object({ name: text, role: text });
export const link = z.object({ label: text, url: text });

const sort = z.object({ sorted: flag, unsorted: flag, empty: flag });

/** The page envelope with the fields that at least one client requires. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    pageable: z.object({
      sort,
      pageNumber: int,
      pageSize: int,
      offset: long,
      paged: flag,
      unpaged: flag,
    }),
    totalElements: int,
    totalPages: int,
    last: flag,
    first: flag,
    number: int,
    sort,
    numberOfElements: int,
    size: int,
    empty: flag,
  });

/** Builds the fields `x` and `xLock`. */
export function locked<T extends z.ZodRawShape>(
  shape: T,
): T & Record<`${keyof T & string}Lock`, z.ZodBoolean> {
  const locks = Object.keys(shape).map((name) => [`${name}Lock`, flag]);
  return { ...shape, ...Object.fromEntries(locks) };
}
