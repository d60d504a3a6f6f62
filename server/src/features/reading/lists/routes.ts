import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { collections } from '@lectern/contract/reading/collections';
import type { readLists } from '@lectern/contract/reading/read-lists';
import type { Permission } from '@lectern/contract/values';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { answer, type BytesAnswer, nothing } from '#infrastructure/http/routes/answers.ts';
import type { Handlers } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage, type ListCall, readPage } from '#infrastructure/http/routes/pagination.ts';
import type { Member } from './dependencies.ts';
import type { ListService } from './service.ts';

type Shared = Omit<Handlers<(typeof collections)['table']>, 'members'> &
  Omit<Handlers<(typeof readLists)['table']>, 'members'>;

/**
 * Hides the condition from users who cannot change it: it may name libraries and sharing tags that are hidden from
 * them.
 */
const toShown = (viewer: Viewer, list: SharedList, write: Permission): SharedList =>
  can(viewer, write) ? list : { ...list, condition: null };

/** The handlers that do not return members, whose shape differs between lists. */
export const createSharedHandlers = <Row extends Member>(
  service: ListService<Row>,
  {
    write,
    findThumbnail,
  }: {
    /** Permission to change lists. */
    write: Permission;
    findThumbnail(viewer: Viewer, id: string): Promise<BytesAnswer | undefined>;
  },
): Shared => ({
  async list({ viewer, query, request }) {
    const { count, list } = await service.list(viewer, query);
    const listShown = async (window: Parameters<typeof list>[0]) =>
      (await list(window)).map((one) => toShown(viewer, one, write));
    return readPage(query, request.url, { count, list: listShown });
  },
  create: async ({ viewer, body }) => answer(await service.create(viewer, body), { status: 201 }),
  get: async ({ viewer, params }) => toShown(viewer, await service.get(viewer, params.id), write),
  update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
  remove: ({ viewer, params }) => service.remove(viewer, params.id),
  add: ({ viewer, params, body }) => service.add(viewer, params.id, body.ids),
  replace: ({ viewer, params, body }) => service.replace(viewer, params.id, body.ids),
  removeMember: ({ viewer, params }) => service.removeMember(viewer, params.id, params.memberId),
  thumbnail: async ({ viewer, params, query }) =>
    (await findThumbnail(viewer, params.id)) ?? nothing(query, 'thumbnail'),
});

interface MembersCall extends ListCall {
  params: { id: string };
}

export const createMembersHandler =
  <Row extends Member, Dto>(service: ListService<Row>, toDto: (row: Row, viewer: Viewer) => Dto) =>
  async (call: MembersCall) =>
    answerPage(call, await service.members(call.viewer, call.params.id, boundPage(call.query)), toDto);
