import type { collections } from '@lectern/contract/collections';
import type { readLists } from '@lectern/contract/read-lists';
import type { Viewer } from '#kernel/access/viewer.ts';
import { answer, type BytesAnswer, nothing } from '#kernel/http/answers.ts';
import type { Handlers } from '#kernel/http/implement.ts';
import { boundPage, readPage, toPage } from '#kernel/http/pagination.ts';
import type { GatheringService } from './service.ts';

type Shared = Omit<Handlers<(typeof collections)['table']>, 'members'> &
  Omit<Handlers<(typeof readLists)['table']>, 'members'>;

/** All but the members, whose shape is that of what is gathered. */
export const createSharedHandlers = <Row>(
  service: GatheringService<Row>,
  findThumbnail: (viewer: Viewer, id: string) => Promise<BytesAnswer | undefined>,
): Shared => ({
  list: async ({ viewer, query, request }) =>
    readPage(query, request.url, await service.list(viewer, query.search)),
  create: async ({ viewer, body }) => answer(await service.create(viewer, body), { status: 201 }),
  get: ({ viewer, params }) => service.get(viewer, params.id),
  update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
  remove: ({ viewer, params }) => service.remove(viewer, params.id),
  add: ({ viewer, params, body }) => service.add(viewer, params.id, body.ids),
  replace: ({ viewer, params, body }) => service.replace(viewer, params.id, body.ids),
  removeMember: ({ viewer, params }) => service.removeMember(viewer, params.id, params.memberId),
  thumbnail: async ({ viewer, params, query }) =>
    (await findThumbnail(viewer, params.id)) ?? nothing(query, 'thumbnail'),
});

interface MembersCall {
  viewer: Viewer;
  params: { id: string };
  query: { page: number; pageSize: number };
  request: { url: string };
}

export const createMembersHandler =
  <Row, Dto>(service: GatheringService<Row>, toDto: (row: Row, viewer: Viewer) => Dto) =>
  async ({ viewer, params, query, request }: MembersCall) => {
    const page = boundPage(query);
    const { rows, total } = await service.members(viewer, params.id, page);
    return toPage(
      rows.map((row) => toDto(row, viewer)),
      total,
      page,
      request.url,
    );
  };
