// What the routes about one book have in common.
import { id } from '@lectern/contract/fields';
import { bytes, empty, json } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { CallRequest } from '#infrastructure/http/implement.ts';

export const params = z.object({ prefix: z.string(), id });

/** Clients send parameters that are ignored. */
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

/** The same for pictures and parts of books, which apps request by the dozen. */
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

/** A change that is answered without a body. */
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

/** The address of this book, with a slash at the end. */
export const toBookAddress = (
  request: Pick<CallRequest, 'root'>,
  { prefix, id: bookId }: z.output<typeof params>,
): string => `${request.root()}/${prefix}/api/v1/books/${bookId}/`;
