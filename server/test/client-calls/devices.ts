// Requests of KOReader's progress sync and of Kobo e-readers.
import type { Call } from './calls.ts';

const progress = {
  document: '{document}',
  progress: '2',
  percentage: 0.5,
  device: 'Kobo_nova',
  device_id: 'A1',
};

/** Readest and CrossPoint send the same requests. */
export const koreaderCalls: readonly Call[] = [
  {
    by: 'KOReader, Readest',
    request: 'POST /koreader/users/create',
    as: 'nobody',
    body: { username: 'new', password: '0'.repeat(32) },
    status: 402,
    contains: '2005',
  },
  { by: 'KOReader', request: 'PUT /koreader/syncs/progress', body: {}, status: 403, contains: '2004' },
  { by: 'KOReader, CrossPoint', request: 'GET /koreader/users/auth', contains: '"authorized":"OK"' },
  { by: 'KOReader', request: 'GET /koreader/users/auth', as: 'nobody', status: 401 },
  { by: 'KOReader, Readest', request: `GET /koreader/syncs/progress/${'0'.repeat(32)}`, contains: '{}' },
  { by: 'KOReader, Readest, CrossPoint', request: 'PUT /koreader/syncs/progress', body: progress },
  {
    by: 'KOReader, Readest, CrossPoint',
    request: 'GET /koreader/syncs/progress/{document}',
    contains: '"progress":"2"',
  },
  { by: 'CrossPoint', request: 'GET /koreader/healthcheck', as: 'nobody' },
];

const state = {
  ReadingStates: [
    {
      EntitlementId: '{novel}',
      LastModified: '2026-01-01T10:00:00Z',
      StatusInfo: { Status: 'Reading' },
      CurrentBookmark: { ProgressPercent: 10 },
    },
  ],
};

/** `{token}` authenticates the device. The order is that of a first sync. */
export const koboCalls: readonly Call[] = (
  [
    { request: 'GET /v1/initialization', contains: 'library_sync' },
    { request: 'POST /v1/auth/device', body: { UserKey: 'k', AffiliateName: 'Kobo' } },
    { request: 'POST /v1/auth/refresh', body: { UserKey: 'k' } },
    { request: 'GET /v1/user/profile', contains: '{}' },
    { request: 'POST /v1/analytics/gettests', body: {}, contains: '{}' },
    { request: 'GET /v1/library/sync', contains: 'NewEntitlement' },
    { request: 'GET /v1/library/{novel}/metadata', contains: 'DownloadUrls' },
    { request: 'GET /v1/library/{novel}/state', contains: 'StatusInfo' },
    { request: 'PUT /v1/library/{novel}/state', body: state },
    { request: 'GET /v1/books/{novel}/file/epub', type: 'application/epub+zip' },
    { request: 'GET /v1/books/{novel}/file/kepub' },
    { request: 'GET /v1/books/{covered}/thumbnail/300/400/false/image.jpg', type: 'image/jpeg' },
    { request: 'GET /v1/books/{covered}/thumbnail/300/400/90/false/image.jpg', type: 'image/jpeg' },
    { request: 'GET /v1/products/books/series/x', contains: '{}' },
    { request: 'POST /v1/library/tags', body: { Name: 'Shelf', Items: [] }, status: 201 },
    { request: 'DELETE /v1/library/{novel}', status: 204 },
  ] satisfies Omit<Call, 'by'>[]
).map((call) => ({ ...call, by: 'Kobo', request: call.request.replace(' ', ' /kobo/{token}') }));
