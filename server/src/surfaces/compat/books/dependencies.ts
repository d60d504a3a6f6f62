// What the routes about one book are made of, and the form that they share.
import { id } from '@lectern/contract/fields';
import { bytes, empty, json } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import type { createLists } from '#features/reading/lists/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { FileService } from '#features/serving/files/index.ts';
import type { PageService } from '#features/serving/pages/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import type { PinnedLists } from '../book-lists/pinned.ts';

export interface CompatBookDependencies {
  pinned: PinnedLists;
  catalog: Pick<Catalog, 'books' | 'series' | 'libraries'>;
  services: {
    pages: Pick<PageService, 'list' | 'get' | 'getThumbnail' | 'pdfWidth'>;
    covers: CoverService;
    files: Pick<FileService, 'sendBook' | 'sendSeriesZip' | 'mediaTypeOf'>;
    publications: PublicationService;
    progress: Pick<
      ProgressService,
      'write' | 'remove' | 'markBooks' | 'markSeries' | 'getProgression' | 'writeForeignProgression'
    >;
    lists: Pick<ReturnType<typeof createLists>, 'covers' | 'readLists' | 'collections'>;
  };
}

export const params = z.object({ prefix: z.string(), id });

/** Clients send more than is looked at. */
export const anyQuery = z.looseObject({});

const errors = ['page_extraction_failed', 'conflict'] as const;

/** `GET` of bytes of these types below the prefix. */
export const download = <const A extends Permission>(
  path: `/${string}`,
  access: A,
  types: readonly string[],
) =>
  ({
    method: 'GET',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    params,
    query: anyQuery,
    answers: { 200: bytes(types) },
    errors,
  }) as const;

/** The same for pictures and parts of books, which apps ask for by the dozen. */
export const picture = <const A extends Permission>(
  path: `/${string}`,
  access: A,
  types: readonly string[],
) => ({ ...download(path, access, types), rateLimit: 'tenth' }) as const;

/** `GET` of a document below the prefix. */
export const document = <T extends z.ZodType, const A extends Permission>(
  path: `/${string}`,
  access: A,
  shape: T,
) =>
  ({
    method: 'GET',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    params,
    query: anyQuery,
    answers: { 200: json(shape) },
    errors,
  }) as const;

/** Something that is done and answered by nothing. */
export const command = <
  const M extends 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  const A extends Permission,
  B extends z.ZodType,
>(
  method: M,
  path: `/${string}`,
  { access, body }: { access: A; body: B },
) =>
  ({
    method,
    path: `/{prefix}${path}`,
    summary: '',
    access,
    params,
    body,
    answers: { 204: empty() },
    errors: ['conflict'],
  }) as const;

/** Where this book is, with a slash at the end. */
export const toBookAddress = (
  request: Pick<CallRequest, 'root'>,
  { prefix, id: bookId }: z.output<typeof params>,
): string => `${request.root()}/${prefix}/api/v1/books/${bookId}/`;
