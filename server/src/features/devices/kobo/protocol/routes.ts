// The routes of Kobo's protocol. The token in the path authenticates the device. Requests to the shop return an empty
// object, which devices accept.
import { decimal } from '@lectern/contract/fields';
import { bytes, json, type Method, routes } from '@lectern/contract/route';
import { z } from 'zod';

const token = z.string().max(200);
const ofDevice = z.object({ token });
const id = z.uuid().toLowerCase();
const ofBook = z.object({ token, id });
const responseBody = json(z.looseObject({}));
const list = json(z.array(z.looseObject({})));
/** Bodies are validated in handlers, because devices do not understand a list of issues. */
const anything = { body: z.unknown(), optionalBody: true } as const;
const jpeg = bytes(['image/jpeg']);
const pixels = decimal(z.int().min(1).max(100_000));
/** The book id, and a suffix that changes with the cover. */
const image = z.string().regex(/^[0-9a-f-]{36}(?:-[0-9a-f]{1,40})?$/i);
const ofImage = z.object({ token, image, width: pixels, height: pixels, grey: z.string() });
const read = 'books:read';

const shop = <const M extends Method>(method: M) =>
  ({
    method,
    path: '/kobo/{token}/{rest*}',
    summary: 'Answer a shop request',
    access: read,
    params: z.object({ token, rest: z.string() }),
    ...(method === 'GET' ? {} : anything),
    answers: { 200: responseBody },
  }) as const;

export const koboCalls = routes('Kobo calls', 'The library sync of Kobo e-readers.', {
  initialize: {
    method: 'GET',
    path: '/kobo/{token}/v1/initialization',
    summary: 'Get the URLs of all services',
    access: read,
    params: ofDevice,
    answers: { 200: responseBody },
  },
  signIn: {
    method: 'POST',
    path: '/kobo/{token}/v1/auth/device',
    summary: 'Start a session',
    access: read,
    params: ofDevice,
    ...anything,
    answers: { 200: responseBody },
  },
  refresh: {
    method: 'POST',
    path: '/kobo/{token}/v1/auth/refresh',
    summary: 'Refresh a session',
    access: read,
    params: ofDevice,
    ...anything,
    answers: { 200: responseBody },
  },
  sync: {
    method: 'GET',
    path: '/kobo/{token}/v1/library/sync',
    summary: 'Get the changes since the last sync',
    access: read,
    params: ofDevice,
    answers: { 200: list },
  },
  metadata: {
    method: 'GET',
    path: '/kobo/{token}/v1/library/{id}/metadata',
    summary: 'Get the metadata of a book',
    access: read,
    params: ofBook,
    answers: { 200: list },
  },
  readState: {
    method: 'GET',
    path: '/kobo/{token}/v1/library/{id}/state',
    summary: 'Get the reading state of a book',
    access: read,
    params: ofBook,
    answers: { 200: list },
  },
  writeState: {
    method: 'PUT',
    path: '/kobo/{token}/v1/library/{id}/state',
    summary: 'Set the reading state of a book',
    access: 'progress:write',
    params: ofBook,
    ...anything,
    answers: { 200: responseBody },
  },
  archive: {
    method: 'DELETE',
    path: '/kobo/{token}/v1/library/{id}',
    summary: 'Remove a book from the device',
    access: read,
    params: ofBook,
    answers: { 204: { kind: 'empty', description: 'Done' } },
  },
  makeTag: {
    method: 'POST',
    path: '/kobo/{token}/v1/library/tags',
    summary: 'Ignore a shelf of the device',
    access: read,
    params: ofDevice,
    ...anything,
    answers: { 201: json(z.string()) },
  },
  cover: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{image}/thumbnail/{width}/{height}/{grey}/image.jpg',
    summary: 'Get a cover in screen size',
    access: read,
    params: ofImage,
    answers: { 200: jpeg },
  },
  coverOfQuality: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{image}/thumbnail/{width}/{height}/{quality}/{grey}/image.jpg',
    summary: 'Get a cover in screen size and quality',
    access: read,
    params: ofImage.extend({ quality: z.string() }),
    answers: { 200: jpeg },
  },
  file: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{id}/file/epub',
    summary: 'Download the file of a book',
    access: 'files:download',
    params: ofBook,
    answers: { 200: bytes(['application/epub+zip']) },
  },
  kepub: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{id}/file/kepub',
    summary: 'Download a book as KEPUB',
    access: 'files:download',
    params: ofBook,
    answers: { 200: bytes(['application/epub+zip']) },
  },
  shopGet: shop('GET'),
  shopPost: shop('POST'),
  shopPut: shop('PUT'),
  shopPatch: shop('PATCH'),
  shopDelete: shop('DELETE'),
});
