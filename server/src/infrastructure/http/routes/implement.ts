// Implements the contract's routes with handlers. A missing or additional operation does not compile, nor does a
// response of another type.
import type { Readable } from 'node:stream';
import type { Access, Answer, RouteDescription, Routes, RouteTable } from '@lectern/contract/route';
import type { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BytesAnswer, JsonAnswer } from './answers.ts';

/** A request as handlers receive it. */
export interface Call<P = unknown, Q = unknown, B = unknown, V = Viewer> {
  viewer: V;
  params: P;
  query: Q;
  body: B;
  request: CallRequest;
}

export interface CallRequest {
  id: string;
  /** Address of the client, as reported by trusted proxies. */
  ip: string;
  method: string;
  /** Path and query as sent, with the base path. */
  url: string;
  /** `https` when the client's connection is encrypted, as reported by trusted proxies. */
  protocol: string;
  host: string;
  /** The server's address for the client: scheme, host and base path, without a trailing slash. */
  root(): string;
  /** Returns whether it comes from a program on this machine, without a proxy. */
  isLocal(): boolean;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborted when the client disconnects or has received the response. */
  signal(): AbortSignal;
  /** Returns the uploaded file of a route that accepts one. Throws if it is missing or too large. */
  readUpload(): Promise<Upload>;
  /** Same as `readUpload`, as a stream of any size. */
  openUpload(): Promise<StreamedUpload>;
  /** Returns the bytes of the body, for a route that reads them as a stream. */
  body(): Readable;
}

export interface StreamedUpload {
  /** Fails with a Problem or the parser's error if the body is incomplete. */
  stream: Readable;
  fileName: string;
}

export interface Upload {
  bytes: Uint8Array;
  fileName: string;
}

type Output<T, Fallback> = T extends z.ZodType ? z.output<T> : Fallback;
type BodyOf<R extends RouteDescription> = R['optionalBody'] extends true
  ? Output<R['body'], undefined> | undefined
  : Output<R['body'], undefined>;
type ViewerOf<A extends Access> = A extends 'anyone' ? Viewer | undefined : Viewer;

type HandlerResult<A extends Answer> = A extends { kind: 'json'; schema: infer S }
  ? (S extends z.ZodType ? z.input<S> : never) | JsonAnswer
  : A extends { kind: 'empty' }
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing simply ends
      void | JsonAnswer
    : BytesAnswer;

type AnswerOf<R extends RouteDescription> = HandlerResult<R['answers'][keyof R['answers']] & Answer>;

type Handler<R extends RouteDescription> = (
  call: Call<
    Output<R['params'], Record<never, never>>,
    Output<R['query'], Record<never, never>>,
    BodyOf<R>,
    ViewerOf<R['access']>
  >,
) => AnswerOf<R> | Promise<AnswerOf<R>>;

export type Handlers<T extends RouteTable> = { [K in keyof T]: Handler<T[K]> };

/** A route ready to be mounted, with erased types. */
export interface MountedRoute {
  tag: string;
  name: string;
  route: RouteDescription;
  handler(call: Call<unknown, unknown, unknown, Viewer | undefined>): unknown;
}

export function implement<T extends RouteTable>(routes: Routes<T>, handlers: Handlers<T>): MountedRoute[] {
  return Object.entries(routes.table).map(([name, route]) => ({
    tag: routes.tag,
    name,
    route,
    handler: handlers[name] as MountedRoute['handler'],
  }));
}
