// Routes as data: path, access, input and responses. The server implements them; the API description and client types
// derive from them.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './values.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Access: everyone, all signed-in users, or users with the permission (or one of several). */
export type Access = 'anyone' | 'user' | Permission | readonly Permission[];

/** Response of a route: a JSON document, no content, or bytes of the given media types. */
export type Answer =
  | {
      kind: 'json';
      description: string;
      schema: z.ZodType;
      /** Media type if not `application/json`. */
      mediaType?: string;
    }
  | { kind: 'empty'; description: string }
  | {
      kind: 'bytes';
      description: string;
      mediaTypes: readonly string[];
      /** Schema of the bytes if they are a JSON document that is stored as text. */
      schema?: z.ZodType;
    };

export interface RouteDescription {
  method: Method;
  /** Path template with `{name}` parameters. `{name*}` matches the rest of the path. */
  path: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body. */
  body?: z.ZodType;
  /** Whether the body is optional. */
  optionalBody?: boolean;
  /** Whether the body is one uploaded file in the multipart field `file` instead of JSON. */
  upload?: boolean;
  /** Media type of a body of raw bytes of any length instead of JSON. The body is optional. */
  bytesBody?: string;
  /** Documented headers. The handler reads them. */
  headers?: z.ZodObject;
  /** Success responses by status. */
  answers: Readonly<Record<number, Answer>>;
  /** Errors in addition to those implied by access, parameters and body. */
  errors?: readonly ErrorCode[];
  /** Whether the JSON response has a strong ETag and supports If-None-Match. */
  conditional?: boolean;
  /**
   * Cost in the rate limit: nothing, or a tenth of a request. The default is one request, and a tenth on other
   * protocols.
   */
  rateLimit?: 'exempt' | 'tenth';
  /** Whether all host names are accepted, including those that the configuration does not allow. */
  anyHost?: boolean;
}

export type RouteTable = Readonly<Record<string, RouteDescription>>;

/** Routes of a resource, in the order of the description. */
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
/** JSON with a custom media type. */
export const jsonOf = <T extends z.ZodType>(mediaType: string, schema: T, description = 'Success') =>
  ({ kind: 'json', description, schema, mediaType }) as const;
export const empty = (description = 'Done') => ({ kind: 'empty', description }) as const;
export const bytes = (mediaTypes: readonly string[], description = 'Binary data') =>
  ({ kind: 'bytes', description, mediaTypes }) as const;
/** JSON documents sent as bytes with these media types. */
export const jsonBytes = (mediaTypes: readonly string[], schema: z.ZodType, description = 'JSON document') =>
  ({ kind: 'bytes', description, mediaTypes, schema }) as const;
