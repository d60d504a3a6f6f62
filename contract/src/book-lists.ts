// Collections of series and read lists of books: the same but for what they gather.
import { z } from 'zod';
import { keptConditionSchema } from './condition-schemas.ts';
import { count64, id, idParams, jsonValue, optionalQuery, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { bytes, empty, json } from './route.ts';
import type { Permission } from './values.ts';

const name = storable(z.string().trim().min(1).max(200));
const summary = storable(z.string().max(10_000)).nullable();
export const listNameSchema = name;

export const listSchema = z.object({
  id,
  name: z.string(),
  summary: z.string().nullable(),
  ordered: z.boolean(),
  automatic: z.boolean().meta({ description: 'The members are whatever meets the condition.' }),
  condition: jsonValue
    .nullable()
    .meta({ description: 'Null for whoever may not change it, also where it is automatic.' }),
  memberCount: count64.meta({ description: 'Members that the caller sees.' }),
  thumbHashes: z.array(z.string()).max(4).meta({
    description:
      'ThumbHashes of what its thumbnail shows, in base64, to draw until the picture is there: of the uploaded cover, else of the first member, or of the first four, two above two. Empty while nothing was drawn.',
  }),
  createdAt: time,
  updatedAt: time,
});
export type SharedList = z.infer<typeof listSchema>;

export const maxMembers = 10_000;
/** Collections of a server, and read lists. */
export const maxLists = 10_000;
const memberIds = z.array(id).max(1_000);

interface Words<P, N, M extends z.ZodType, R extends Permission, W extends Permission> {
  path: P;
  /** `collection`, `read list`. */
  one: string;
  many: string;
  /** Path and plural of the members. */
  members: N;
  member: M;
  /** Names of shapes in the API description. */
  shape: string;
  read: R;
  write: W;
}

/** Bodies of the routes, and what they answer. */
function listShapes({ members, shape }: { members: 'series' | 'books'; shape: string }) {
  const condition = keptConditionSchema(members);
  return {
    answer: listSchema.meta({ id: shape }),
    create: z
      .object({
        name,
        summary: summary.optional(),
        ordered: z.boolean().default(members === 'books'),
        condition: condition.nullish(),
        ids: memberIds.optional().meta({ description: `First ${members}, in order.` }),
      })
      .meta({ id: `Create${shape}` }),
    update: z
      .object({
        name: name.optional(),
        summary: summary.optional(),
        ordered: z.boolean().optional(),
        condition: condition
          .nullish()
          .meta({ description: 'null makes an automatic one hold what it holds now as members.' }),
      })
      .meta({ id: `Update${shape}` }),
  };
}
type ListShapes = ReturnType<typeof listShapes>;

export function listRoutes<
  const P extends string,
  const N extends 'series' | 'books',
  M extends z.ZodType,
  R extends Permission,
  W extends Permission,
>(words: Words<P, N, M, R, W>) {
  const shapes = listShapes(words);
  return { ...collectionRoutes(words, shapes), ...memberRoutes(words, shapes) };
}

/** The lists themselves. */
function collectionRoutes<const P extends string, R extends Permission, W extends Permission>(
  { path, one, many, members, read, write }: Words<P, string, z.ZodType, R, W>,
  { answer, create, update }: ListShapes,
) {
  return {
    list: {
      method: 'GET',
      path,
      summary: `List ${many} by name`,
      description: `Those whose ${members} are all hidden from the caller are not listed.`,
      access: read,
      query: pageQuery.extend({ search: z.string().max(200).optional() }),
      answers: { 200: json(paginated(answer)) },
    },
    create: {
      method: 'POST',
      path,
      summary: `Create a ${one}`,
      description: `409 for a name that is taken, and beyond ${maxLists} ${many}.`,
      access: write,
      body: create,
      answers: { 201: json(answer) },
      errors: ['conflict'],
    },
    get: {
      method: 'GET',
      path: `${path}/{id}`,
      summary: `One ${one}`,
      access: read,
      params: idParams,
      conditional: true,
      answers: { 200: json(answer) },
    },
    update: {
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: `Change a ${one}`,
      access: write,
      params: idParams,
      body: update,
      answers: { 200: json(answer) },
      errors: ['conflict'],
    },
    remove: {
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete a ${one}; its ${members} stay`,
      access: write,
      params: idParams,
      answers: { 204: empty() },
    },
  } as const;
}

/** What they hold. */
function memberRoutes<
  const P extends string,
  const N extends string,
  M extends z.ZodType,
  R extends Permission,
  W extends Permission,
>({ path, one, members, member, read, write }: Words<P, N, M, R, W>, { answer }: ListShapes) {
  const idsBody = z.object({ ids: memberIds });
  const all = z.object({ ids: z.array(id).max(maxMembers) });
  return {
    members: {
      method: 'GET',
      path: `${path}/{id}/${members}`,
      summary: `The ${members} of a ${one}`,
      description: 'In their own order where it is `ordered`, else as lists are.',
      access: read,
      params: idParams,
      query: pageQuery,
      answers: { 200: json(paginated(member)) },
    },
    add: {
      method: 'POST',
      path: `${path}/{id}/${members}`,
      summary: `Add ${members} at the end of a ${one}`,
      description: 'Those that are in it already stay where they are. 409 for an automatic one.',
      access: write,
      params: idParams,
      body: idsBody,
      answers: { 200: json(answer) },
      errors: ['conflict'],
    },
    replace: {
      method: 'PUT',
      path: `${path}/{id}/${members}`,
      summary: `Say which ${members} a ${one} holds, in which order`,
      description: 'Members that the caller does not see stay, at the end. 409 for an automatic one.',
      access: write,
      params: idParams,
      body: all,
      answers: { 200: json(answer) },
      errors: ['conflict'],
    },
    removeMember: {
      method: 'DELETE',
      path: `${path}/{id}/${members}/{memberId}`,
      summary: `Take one of the ${members} out of a ${one}`,
      access: write,
      params: z.object({ id, memberId: id }),
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    thumbnail: {
      method: 'GET',
      path: `${path}/{id}/thumbnail`,
      summary: `The covers of the first four ${members} in one picture`,
      access: read,
      params: idParams,
      query: optionalQuery,
      answers: { 200: bytes(['image/jpeg']), 204: empty('None of them has a picture') },
      rateLimit: 'tenth',
      errors: ['conflict'],
    },
  } as const;
}
