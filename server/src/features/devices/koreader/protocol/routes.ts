// The routes of KOReader's protocol. Its client only understands the statuses that are used here; it shows any other as
// "something went wrong".
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';

const responseBody = z.looseObject({});
const refusal = json(z.object({ code: z.int(), message: z.string() }), 'Why not');
/** Bodies are validated by hand: devices do not understand a list of issues. */
const anything = z.unknown();
const document = z.object({ document: z.string().max(4_096) });

export const koreaderCalls = routes('KOReader calls', 'The progress sync of KOReader.', {
  register: {
    method: 'POST',
    path: '/koreader/users/create',
    summary: 'Accounts are made elsewhere',
    access: 'anyone',
    body: anything,
    optionalBody: true,
    answers: { 402: refusal },
  },
  signIn: {
    method: 'GET',
    path: '/koreader/users/auth',
    summary: 'Whether name and password are right',
    access: 'books:read',
    answers: { 200: json(z.object({ authorized: z.literal('OK') })) },
  },
  write: {
    method: 'PUT',
    path: '/koreader/syncs/progress',
    summary: 'Where the device is',
    access: 'progress:write',
    body: anything,
    optionalBody: true,
    answers: { 200: json(responseBody), 403: refusal },
  },
  unnamed: {
    method: 'GET',
    path: '/koreader/syncs/progress',
    summary: 'No document is named',
    access: 'books:read',
    answers: { 403: refusal },
  },
  read: {
    method: 'GET',
    path: '/koreader/syncs/progress/{document}',
    summary: 'Where the reader is',
    description: 'An empty object while nothing is known.',
    access: 'books:read',
    params: document,
    answers: { 200: json(responseBody) },
  },
  health: {
    method: 'GET',
    path: '/koreader/healthcheck',
    summary: 'Whether the server answers',
    access: 'anyone',
    answers: { 200: json(z.object({ state: z.literal('OK') })) },
  },
});
