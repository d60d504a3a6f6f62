// Kobo's library sync at /kobo/{token}.
import { toRecord } from '@lectern/contract/records';
import { isText } from '@lectern/contract/values';
import type { FastifyInstance } from 'fastify';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Kobo, KoboDeviceRow } from '#features/devices/kobo/index.ts';
import type { VerifyToken } from '#features/identity/auth/index.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { FileService } from '#features/serving/files/index.ts';
import type { PublicationService } from '#features/serving/publications/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound, unauthorized } from '#infrastructure/errors.ts';
import { parseJsonBody } from '#infrastructure/http/bodies/json-body.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { newId } from '#infrastructure/ids.ts';
import { createKoboBooks } from './books.ts';
import { toBookId } from './entitlements.ts';
import { readState, toStateAnswer } from './reading-state.ts';
import { toResources } from './resources.ts';
import { koboCalls } from './routes.ts';
import { readSyncToken, toSyncToken } from './sync-token.ts';

interface Dependencies {
  kobo: Kobo;
  catalog: Catalog;
  verifyToken: VerifyToken;
  services: {
    metadata: BookMetadataService;
    publications: PublicationService;
    files: FileService;
    covers: CoverService;
  };
  isEnabled(): boolean;
  clock(): number;
}

interface OfDevice {
  params: { token: string };
  request: CallRequest;
}

interface OfViewer extends OfDevice {
  viewer: Viewer;
}

interface ImageParams {
  image: string;
  width: number;
  height: number;
}

const usualQuality = 80;
const toBase = ({ params: { token }, request }: OfDevice): string => `${request.root()}/kobo/${token}`;

export function createKoboSurface(deps: Dependencies): Surface {
  const { kobo, verifyToken, isEnabled } = deps;
  return {
    name: 'kobo',
    path: () => (isEnabled() ? '/kobo' : undefined),
    authenticate({ params }) {
      const { token } = toRecord(params);
      if (typeof token !== 'string' || !token) return undefined;
      return verifyToken(`kobo ${token}`, async () => (await kobo.find(token))?.userId);
    },
    toError: ({ status, body: { error, message } }) => ({
      status,
      mediaType: 'application/json; charset=utf-8',
      body: JSON.stringify({ ErrorCode: error, Message: message }),
    }),
    prepare: acceptAnyBody,
    routes: createRoutes(deps),
  };
}

/** Accepts the device's analytics in any format, and ignores invalid JSON. */
function acceptAnyBody(scope: FastifyInstance): void {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.from(body)));
    } catch {
      done(null, undefined);
    }
  });
}

/** Throws for a device that was revoked after the request was authenticated. */
async function getDevice(kobo: Kobo, { params: { token } }: OfDevice): Promise<KoboDeviceRow> {
  const device = await kobo.find(token);
  if (!device) throw unauthorized();
  return device;
}

/**
 * Returns a book that should be on the device, because its token gives access to nothing else. Only text books that are
 * not deleted are synced, as EPUB. With `orHas`, also returns a book that is on the device but should be removed.
 */
async function getBook(
  { kobo, catalog }: Dependencies,
  call: OfViewer,
  id: string,
  { orHas = false } = {},
): Promise<BookRow> {
  const device = await getDevice(kobo, call);
  const book = await catalog.books.get(call.viewer, id);
  if (!isText(book.fileFormat) || !isFileThere(book)) throw notFound('book');
  if (!(orHas && (await kobo.has(device, id))) && !(await kobo.holds(call.viewer, device, book)))
    throw notFound('book');
  return book;
}

async function sendCover(deps: Dependencies, call: OfViewer & { params: ImageParams }, quality: number) {
  const { id } = await getBook(deps, call, toBookId(call.params.image), { orHas: true });
  return deps.services.covers.sendSized(call.viewer, id, { ...call.params, quality });
}

function createRoutes(deps: Dependencies): MountedRoute[] {
  const { kobo, services, clock } = deps;
  const books = createKoboBooks({ kobo, ...services, clock });
  return implement(koboCalls, {
    initialize: (call) =>
      answer(
        { Resources: toResources({ base: toBase(call), root: call.request.root() }) },
        { status: 200, headers: { 'x-kobo-apitoken': 'e30=' } },
      ),
    signIn: ({ body }) => toSession(body),
    refresh: ({ body }) => toSession(body),
    async sync(call) {
      const device = await getDevice(kobo, call);
      const token = readSyncToken(call.request.headers['x-kobo-synctoken'], device.id);
      const { events, position, hasMore } = await kobo.sync(call.viewer, device, token);
      return answer(await books.toEvents(call.viewer, events, toBase(call)), {
        status: 200,
        headers: {
          'x-kobo-synctoken': toSyncToken({ device: device.id, position }),
          ...(hasMore && { 'x-kobo-sync': 'continue' }),
        },
      });
    },
    metadata: async (call) => books.toMetadata(await getBook(deps, call, call.params.id), toBase(call)),
    async readState(call) {
      const book = await getBook(deps, call, call.params.id, { orHas: true });
      return [...(await books.toStates(call.viewer, [book])).values()];
    },
    async writeState(call) {
      const { id } = call.params;
      const device = await getDevice(kobo, call);
      const stated = readState(call.body);
      if (!stated) return toStateAnswer(id, 'Ignored');
      await getBook(deps, call, id, { orHas: true });
      await kobo.states.write(call.viewer, { device, bookId: id }, stated);
      return toStateAnswer(id, 'Success');
    },
    archive: async (call) => kobo.archive(call.viewer, await getDevice(kobo, call), call.params.id),
    makeTag: () => answer(newId(), { status: 201 }),
    cover: (call) => sendCover(deps, call, usualQuality),
    coverOfQuality: (call) =>
      sendCover(deps, call, /^\d+$/.test(call.params.quality) ? Number(call.params.quality) : usualQuality),
    async file(call) {
      const { id } = await getBook(deps, call, call.params.id);
      return services.files.sendReadable(call.viewer, id);
    },
    async kepub(call) {
      const { id } = await getBook(deps, call, call.params.id);
      return services.files.sendKepub(call.viewer, id);
    },
    shopGet: () => ({}),
    shopPost: () => ({}),
    shopPut: () => ({}),
    shopPatch: () => ({}),
    shopDelete: () => ({}),
  });
}

/** Placeholders: the token in the URL authenticates the device. */
function toSession(body: unknown) {
  const stated = toRecord(body).UserKey;
  const UserKey = typeof stated === 'string' && stated.length <= 200 ? stated : '';
  return { AccessToken: newId(), RefreshToken: newId(), TokenType: 'Bearer', TrackingId: newId(), UserKey };
}
