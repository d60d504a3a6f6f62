// Shared definition of collections (of series) and read lists (of books).
import { z } from 'zod';
import { keptConditionSchema } from '../conditions/schemas.ts';
import { count64, id, idParams, jsonValue, optionalQuery, storable, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { bytes, empty, json } from '../route.ts';
import type { Permission } from '../values.ts';

const name = storable(z.string().trim().min(1).max(200));
const summary = storable(z.string().max(10_000)).nullable();
export const listNameSchema = name;

export const listSchema = z.object({
  id,
  name: z.string(),
  summary: z.string().nullable(),
  ordered: z.boolean(),
  automatic: z.boolean().meta({ description: 'Whether the members are determined by the condition.' }),
  condition: jsonValue.nullable().meta({
    description:
      'Condition of an automatic list. Null for callers without edit permission, and for lists with fixed members.',
  }),
  memberCount: count64.meta({ description: 'Number of members that the caller can access.' }),
  thumbHashes: z.array(z.string()).max(4).meta({
    description:
      'Base64 ThumbHashes for placeholders of the thumbnail: one for the uploaded cover or first member, or four in two rows. Empty until thumbnails are generated.',
  }),
  createdAt: time,
  updatedAt: time,
});
export type SharedList = z.infer<typeof listSchema>;

export const maxMembers = 10_000;
/** Limit for each kind of list on a server. */
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
  /** Schema name prefix in the API description. */
  shape: string;
  read: R;
  write: W;
}

/** Request and response schemas. */
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
        ids: memberIds.optional().meta({ description: `Initial ${members}, in order.` }),
      })
      .meta({ id: `Create${shape}` }),
    update: z
      .object({
        name: name.optional(),
        summary: summary.optional(),
        ordered: z.boolean().optional(),
        condition: condition.nullish().meta({
          description: 'New condition. Null turns an automatic list into a list of its current members.',
        }),
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

/** Operations on the lists themselves. */
function collectionRoutes<const P extends string, R extends Permission, W extends Permission>(
  { path, one, many, members, read, write }: Words<P, string, z.ZodType, R, W>,
  { answer, create, update }: ListShapes,
) {
  return {
    list: {
      method: 'GET',
      path,
      summary: `List ${many}`,
      description: `Returns ${many} sorted by name. Omits those whose ${members} are all hidden from the caller. With \`libraryId\`, returns only ${many} with ${members} of this library, and counts only these ${members}. With \`memberId\`, returns only ${many} that contain this member.`,
      access: read,
      query: pageQuery.extend({
        search: z.string().max(200).optional(),
        libraryId: id.optional(),
        memberId: id.optional(),
      }),
      answers: { 200: json(paginated(answer)) },
    },
    create: {
      method: 'POST',
      path,
      summary: `Create a ${one}`,
      description: `Returns 409 if the name is taken or ${maxLists} ${many} exist.`,
      access: write,
      body: create,
      answers: { 201: json(answer) },
      errors: ['conflict'],
    },
    get: {
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Get a ${one}`,
      description: 'Returns 404 if it does not exist or is hidden from the caller.',
      access: read,
      params: idParams,
      conditional: true,
      answers: { 200: json(answer) },
    },
    update: {
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: `Update a ${one}`,
      description: 'Omitted fields are left unchanged. Returns 409 if the name is taken.',
      access: write,
      params: idParams,
      body: update,
      answers: { 200: json(answer) },
      errors: ['conflict'],
    },
    remove: {
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete a ${one}`,
      description: `The ${members} are kept.`,
      access: write,
      params: idParams,
      answers: { 204: empty() },
    },
  } as const;
}

/** Operations on the members of a list. */
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
      summary: `List the ${members} of a ${one}`,
      description: 'Returns members in list order if `ordered` is true, otherwise in the default order.',
      access: read,
      params: idParams,
      query: pageQuery,
      answers: { 200: json(paginated(member)) },
    },
    add: {
      method: 'POST',
      path: `${path}/{id}/${members}`,
      summary: `Add ${members} to a ${one}`,
      description:
        'Appends the members. Existing members keep their position. Returns 409 for automatic lists.',
      access: write,
      params: idParams,
      body: idsBody,
      answers: { 200: json(answer) },
      errors: ['conflict'],
    },
    replace: {
      method: 'PUT',
      path: `${path}/{id}/${members}`,
      summary: `Replace the ${members} of a ${one}`,
      description:
        'Sets the members and their order. Members hidden from the caller are kept at the end. Returns 409 for automatic lists.',
      access: write,
      params: idParams,
      body: all,
      answers: { 200: json(answer) },
      errors: ['conflict'],
    },
    removeMember: {
      method: 'DELETE',
      path: `${path}/{id}/${members}/{memberId}`,
      summary: `Remove a member from a ${one}`,
      description: `The ${members} themselves are kept. Returns 409 for automatic lists.`,
      access: write,
      params: z.object({ id, memberId: id }),
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    thumbnail: {
      method: 'GET',
      path: `${path}/{id}/thumbnail`,
      summary: `Get the thumbnail of a ${one}`,
      description: `Returns the uploaded cover or the covers of the first four ${members} in one image.`,
      access: read,
      params: idParams,
      query: optionalQuery,
      answers: { 200: bytes(['image/jpeg']), 204: empty('No member has a cover') },
      rateLimit: 'tenth',
      errors: ['conflict'],
    },
  } as const;
}
