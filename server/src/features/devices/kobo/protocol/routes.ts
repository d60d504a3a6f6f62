// The routes of Kobo's protocol. The token in the path authenticates the device. Requests to the shop are answered with
// an empty object, which devices accept.
import { decimal } from '@lectern/contract/fields';
import { bytes, json, type Method, routes } from '@lectern/contract/route';
import { z } from 'zod';

const token = z.string().max(200);
const ofDevice = z.object({ token });
const id = z.uuid().toLowerCase();
const ofBook = z.object({ token, id });
const responseBody = json(z.looseObject({}));
const list = json(z.array(z.looseObject({})));
/** Bodies are validated by hand: devices do not understand a list of issues. */
const anything = { body: z.unknown(), optionalBody: true } as const;
const jpeg = bytes(['image/jpeg']);
const pixels = decimal(z.int().min(1).max(100_000));
/** The book, and a suffix that changes with its cover. */
const image = z.string().regex(/^[0-9a-f-]{36}(?:-[0-9a-f]{1,40})?$/i);
const ofImage = z.object({ token, image, width: pixels, height: pixels, grey: z.string() });
const read = 'books:read';

const shop = <const M extends Method>(method: M) =>
  ({
    method,
    path: '/kobo/{token}/{rest*}',
    summary: 'What belongs to the shop',
    access: read,
    params: z.object({ token, rest: z.string() }),
    ...(method === 'GET' ? {} : anything),
    answers: { 200: responseBody },
  }) as const;

export const koboCalls = routes('Kobo calls', 'The library sync of Kobo e-readers.', {
  initialize: {
    method: 'GET',
    path: '/kobo/{token}/v1/initialization',
    summary: 'Where everything is',
    access: read,
    params: ofDevice,
    answers: { 200: responseBody },
  },
  signIn: {
    method: 'POST',
    path: '/kobo/{token}/v1/auth/device',
    summary: 'The device wants a session',
    access: read,
    params: ofDevice,
    ...anything,
    answers: { 200: responseBody },
  },
  refresh: {
    method: 'POST',
    path: '/kobo/{token}/v1/auth/refresh',
    summary: 'The device wants another session',
    access: read,
    params: ofDevice,
    ...anything,
    answers: { 200: responseBody },
  },
  sync: {
    method: 'GET',
    path: '/kobo/{token}/v1/library/sync',
    summary: 'What is new to the device',
    access: read,
    params: ofDevice,
    answers: { 200: list },
  },
  metadata: {
    method: 'GET',
    path: '/kobo/{token}/v1/library/{id}/metadata',
    summary: 'What is known of a book',
    access: read,
    params: ofBook,
    answers: { 200: list },
  },
  readState: {
    method: 'GET',
    path: '/kobo/{token}/v1/library/{id}/state',
    summary: 'Where the reader is',
    access: read,
    params: ofBook,
    answers: { 200: list },
  },
  writeState: {
    method: 'PUT',
    path: '/kobo/{token}/v1/library/{id}/state',
    summary: 'Where the device is',
    access: 'progress:write',
    params: ofBook,
    ...anything,
    answers: { 200: responseBody },
  },
  archive: {
    method: 'DELETE',
    path: '/kobo/{token}/v1/library/{id}',
    summary: 'Take a book off the device',
    access: read,
    params: ofBook,
    answers: { 204: { kind: 'empty', description: 'Done' } },
  },
  makeTag: {
    method: 'POST',
    path: '/kobo/{token}/v1/library/tags',
    summary: 'A shelf of the device, which keeps it itself',
    access: read,
    params: ofDevice,
    ...anything,
    answers: { 201: json(z.string()) },
  },
  cover: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{image}/thumbnail/{width}/{height}/{grey}/image.jpg',
    summary: 'A cover in the size of the screen',
    access: read,
    params: ofImage,
    answers: { 200: jpeg },
    rateLimit: 'tenth',
  },
  coverOfQuality: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{image}/thumbnail/{width}/{height}/{quality}/{grey}/image.jpg',
    summary: 'The same, packed more or less',
    access: read,
    params: ofImage.extend({ quality: z.string() }),
    answers: { 200: jpeg },
    rateLimit: 'tenth',
  },
  file: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{id}/file/epub',
    summary: 'The book, byte for byte',
    access: 'files:download',
    params: ofBook,
    answers: { 200: bytes(['application/epub+zip']) },
  },
  kepub: {
    method: 'GET',
    path: '/kobo/{token}/v1/books/{id}/file/kepub',
    summary: "The book for the device's own reading software",
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
