// What a route is: its address, who may call it, what it takes and answers. Data only; the server implements it,
// the API description is printed from it, clients are typed by it.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './values.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, any signed-in user, or whoever holds the permission (one of them, if several). */
export type Access = 'anyone' | 'user' | Permission | readonly Permission[];

/** An answer of a route: a JSON document, nothing, or bytes of the named media types. */
export type Answer =
  | {
      kind: 'json';
      description: string;
      schema: z.ZodType;
      /** Where it is not `application/json`. */
      mediaType?: string;
    }
  | { kind: 'empty'; description: string }
  | {
      kind: 'bytes';
      description: string;
      mediaTypes: readonly string[];
      /** What the bytes hold where they are a JSON document that is written once and kept. */
      schema?: z.ZodType;
    };

export interface RouteDescription {
  method: Method;
  /** Path template with `{name}` parameters; `{name*}` takes the rest of the path. */
  path: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body. */
  body?: z.ZodType;
  /** The body may be left out. */
  optionalBody?: boolean;
  /** One uploaded file in the multipart field `file`, instead of a JSON body. */
  upload?: boolean;
  /** Bytes of this media type as they come, of any length, instead of a JSON body; they may be left out. */
  bytesBody?: string;
  /** Headers that it takes, for the description: the handler reads them. */
  headers?: z.ZodObject;
  /** Answers on success, by status. */
  answers: Readonly<Record<number, Answer>>;
  /** Errors beyond those that follow from access, parameters and body. */
  errors?: readonly ErrorCode[];
  /** A single resource: its JSON carries a strong ETag and answers If-None-Match. */
  conditional?: boolean;
  /** What a request draws from the rate limit where it is not one token: nothing, or a tenth of one. */
  rateLimit?: 'exempt' | 'tenth';
  /** Answers under every name of the server, also those that its configuration does not allow. */
  anyHost?: boolean;
}

export type RouteTable = Readonly<Record<string, RouteDescription>>;

/** A noun's routes, in the order in which they are described. */
export interface Routes<T extends RouteTable = RouteTable> {
  tag: string;
  description: string;
  table: T;
}

export function routes<const T extends RouteTable>(tag: string, description: string, table: T): Routes<T> {
  return { tag, description, table };
}

export const json = <T extends z.ZodType>(schema: T, description = 'Success') =>
  ({ kind: 'json', description, schema }) as const;
/** JSON of a media type of its own. */
export const jsonOf = <T extends z.ZodType>(mediaType: string, schema: T, description = 'Success') =>
  ({ kind: 'json', description, schema, mediaType }) as const;
export const empty = (description = 'Done') => ({ kind: 'empty', description }) as const;
export const bytes = (mediaTypes: readonly string[], description = 'The bytes') =>
  ({ kind: 'bytes', description, mediaTypes }) as const;
/** Bytes that are a JSON document of these media types. */
export const jsonBytes = (mediaTypes: readonly string[], schema: z.ZodType, description = 'The document') =>
  ({ kind: 'bytes', description, mediaTypes, schema }) as const;
