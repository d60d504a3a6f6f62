// Shared parts of the routes of a book.
import { id } from '@lectern/contract/fields';
import { bytes, empty, json } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';

export const params = z.object({ prefix: z.string(), id });

/** Ignores unknown parameters that clients send. */
export const anyQuery = z.looseObject({});

const errors = ['page_extraction_failed', 'conflict'] as const;

/** `GET` of bytes with these types below the prefix. */
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

/** A change with an empty response. */
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

/** The address of this book, with a trailing slash. */
export const toBookAddress = (
  request: Pick<CallRequest, 'root'>,
  { prefix, id: bookId }: z.output<typeof params>,
): string => `${request.root()}/${prefix}/api/v1/books/${bookId}/`;
