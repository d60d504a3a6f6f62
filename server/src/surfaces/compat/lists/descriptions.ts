// Shared parts of routes: unknown parameters are accepted, and invalid ids return 404.
import { idParams } from '@lectern/contract/fields';
import { json } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';

export const anyQuery = z.looseObject({});

/** A condition and search text. The condition is validated by its parser. */
const filterBody = z.looseObject({
  condition: z.unknown().optional(),
  fullTextSearch: z.string().nullish(),
});

/** `GET` of a document below the prefix. */
export const read = <T extends z.ZodType, const A extends Permission | 'user'>(
  path: `/${string}`,
  access: A,
  shape: T,
) =>
  ({
    method: 'GET',
    path: `/{prefix}${path}`,
    summary: '',
    access,
    query: anyQuery,
    answers: { 200: json(shape) },
    conditional: true,
  }) as const;

/** The same for a single item. */
export const readOne = <T extends z.ZodType, const A extends Permission | 'user'>(
  path: `/${string}`,
  access: A,
  shape: T,
) => ({ ...read(path, access, shape), params: idParams }) as const;

/** `POST` of a filter. */
export const filtered = <T extends z.ZodType, const A extends Permission>(
  path: `/${string}`,
  access: A,
  shape: T,
) =>
  ({
    ...read(path, access, shape),
    method: 'POST',
    body: filterBody,
    optionalBody: true,
    conditional: false,
  }) as const;
