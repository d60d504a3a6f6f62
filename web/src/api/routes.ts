// The routes of the contract as types: input and output of each path. Imports no code of the contract.
import type { nouns } from '@lectern/contract/nouns';
import type { z } from 'zod';

type Noun = (typeof nouns)[number];
type RouteIn<N> = N extends { table: infer T } ? T[keyof T] : never;
type Route = RouteIn<Noun>;

type AddressOf<R> = R extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;
/** For example `GET /api/v1/books/{id}`. */
export type Address = AddressOf<Route>;

type Fits<R, M, P> = R extends { method: M; path: infer Q } ? (P extends Q ? R : never) : never;
type RouteOf<A extends Address> = A extends `${infer M} ${infer P}` ? Fits<Route, M, P> : never;

/** The body of an upload is a form with the field `file`. */
type Upload<R, K extends string> = K extends 'body' ? (R extends { upload: true } ? FormData : never) : never;
type In<R, K extends string> =
  R extends Record<K, infer S> ? (S extends z.ZodType ? z.input<S> : never) : Upload<R, K>;
type Part<R, K extends string, Name extends string> = [In<R, K>] extends [never]
  ? unknown
  : Record<never, never> extends In<R, K>
    ? { [N in Name]?: In<R, K> }
    : { [N in Name]: In<R, K> };

/** The input of a call: path parameters, query parameters, body. */
export type Input<A extends Address> = Part<RouteOf<A>, 'params', 'params'> &
  Part<RouteOf<A>, 'query', 'query'> &
  Part<RouteOf<A>, 'body', 'body'>;

type Answers<R> = R extends { answers: infer T } ? T[keyof T] : never;
type Value<T> = T extends { kind: 'json'; schema: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : T extends { kind: 'empty' }
    ? undefined
    : never;

/** The JSON of a successful response. Undefined if there is none. */
export type Output<A extends Address> = Value<Answers<RouteOf<A>>>;
