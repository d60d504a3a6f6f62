// The routes of KOReader's protocol. The client only understands the status codes used here; it shows any other as
// "something went wrong".
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';

const responseBody = z.looseObject({});
const refusal = json(z.object({ code: z.int(), message: z.string() }), 'Why not');
/** Bodies are validated in handlers, because devices do not understand a list of issues. */
const anything = z.unknown();
const document = z.object({ document: z.string().max(4_096) });

export const koreaderCalls = routes('KOReader calls', 'The progress sync of KOReader.', {
  register: {
    method: 'POST',
    path: '/koreader/users/create',
    summary: 'Reject a registration',
    access: 'anyone',
    body: anything,
    optionalBody: true,
    answers: { 402: refusal },
  },
  signIn: {
    method: 'GET',
    path: '/koreader/users/auth',
    summary: 'Check the user name and password',
    access: 'books:read',
    answers: { 200: json(z.object({ authorized: z.literal('OK') })) },
  },
  write: {
    method: 'PUT',
    path: '/koreader/syncs/progress',
    summary: 'Set the position of a document',
    access: 'progress:write',
    body: anything,
    optionalBody: true,
    answers: { 200: json(responseBody), 403: refusal },
  },
  unnamed: {
    method: 'GET',
    path: '/koreader/syncs/progress',
    summary: 'Reject a request without a document',
    access: 'books:read',
    answers: { 403: refusal },
  },
  read: {
    method: 'GET',
    path: '/koreader/syncs/progress/{document}',
    summary: 'Get the position of a document',
    description: 'An empty object without a position.',
    access: 'books:read',
    params: document,
    answers: { 200: json(responseBody) },
  },
  health: {
    method: 'GET',
    path: '/koreader/healthcheck',
    summary: 'Check whether the server is available',
    access: 'anyone',
    answers: { 200: json(z.object({ state: z.literal('OK') })) },
  },
});
