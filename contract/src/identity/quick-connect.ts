// Quick connect: a device shows a code, and a signed-in user approves it (RFC 8628, with the errors of this API).
import { z } from 'zod';
import { time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { createdApiKeySchema } from './api-keys.ts';
import { noControls, sessionSchema, sessionUserSchema } from './auth.ts';

/** Consonants without Y, so that no code is a word (RFC 8628 §6.1). */
export const quickConnectLetters = 'BCDFGHJKLMNPQRSTVWXZ';

/** Seconds between two polls of a device. */
export const quickConnectInterval = 5;

/** Lifetime of a code in seconds. */
export const quickConnectLifetime = 600;

/** Results that a device can request. */
export const quickConnectResults = ['session', 'api_key'] as const;

const resultSchema = z.enum(quickConnectResults).meta({
  description:
    '`session` signs in with all permissions of the user. `api_key` is an API key with the permissions of a reader, as far as the user has them.',
});

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(noControls, 'Control characters are not allowed.')
  .meta({ description: 'Name of the device. Shown to the user, and the name of the session or API key.' });

const codeSchema = z
  .string()
  .max(20)
  .meta({ description: 'Code shown on the device. Case, spaces and hyphens are ignored.' });

const startedSchema = z
  .object({
    code: z
      .string()
      .meta({ description: 'Eight consonants such as `WDJB-MJHT`, to be shown on the device.' }),
    secret: z.string().meta({ description: 'Known only to the device. Required to poll.' }),
    verificationUri: z.string().meta({ description: 'Address of the page that accepts the code.' }),
    verificationUriComplete: z
      .string()
      .meta({ description: 'The same address with the code, for a QR code.' }),
    interval: z.int().meta({ description: 'Minimum number of seconds between two polls.' }),
    expiresAt: time,
  })
  .meta({ id: 'QuickConnect' });
export type QuickConnect = z.infer<typeof startedSchema>;

const state = z.enum(['pending', 'approved']);
const pollBody = z.object({ secret: z.string().min(1).max(200) });

const pollSchema = z
  .object({
    state,
    session: sessionSchema.nullable().meta({ description: 'Null while pending, and for an API key.' }),
    apiKey: createdApiKeySchema.nullable().meta({ description: 'Null while pending, and for a session.' }),
  })
  .meta({ id: 'QuickConnectPoll' });
export type QuickConnectPoll = z.infer<typeof pollSchema>;

const browserPollSchema = z
  .object({ state, user: sessionUserSchema.nullable().meta({ description: 'Null while pending.' }) })
  .meta({ id: 'BrowserQuickConnectPoll' });
export type BrowserQuickConnectPoll = z.infer<typeof browserPollSchema>;

const requestSchema = z
  .object({
    name: z.string(),
    result: resultSchema,
    address: z.string().meta({ description: 'IP address of the device.' }),
    isSameNetwork: z
      .boolean()
      .meta({ description: 'Whether the device and the caller have the same address, or IPv6 network.' }),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: 'QuickConnectRequest' });
export type QuickConnectRequest = z.infer<typeof requestSchema>;

const byCode = z.object({ code: codeSchema });
const ofCode =
  'Returns 410 for an unknown, used or expired code, 429 after several wrong codes, and 403 for an API key or if quick connect is turned off.';
const ofPoll = `Poll at most every ${quickConnectInterval} seconds; otherwise returns 429. Returns 403 if the user denied the device, and 410 if the code has expired or the result was already collected.`;

export const quickConnect = routes(
  'Quick connect',
  'Sign-in of a device by a code that a signed-in user approves (RFC 8628).',
  {
    start: {
      method: 'POST',
      path: '/api/v1/auth/device',
      summary: 'Request a code',
      description: `The code is valid for ${quickConnectLifetime / 60} minutes. Returns 403 if quick connect is turned off, and 429 if too many codes are pending.`,
      access: 'anyone',
      body: z.object({ name, result: resultSchema.default('session') }),
      answers: { 201: json(startedSchema) },
      errors: ['forbidden'],
    },
    poll: {
      method: 'POST',
      path: '/api/v1/auth/device/poll',
      summary: 'Collect the result',
      description: `Returns the session or API key once. ${ofPoll}`,
      access: 'anyone',
      body: pollBody,
      answers: { 200: json(pollSchema) },
      errors: ['unauthorized', 'forbidden', 'conflict', 'gone'],
    },
    check: {
      method: 'POST',
      path: '/api/v1/auth/device/check',
      summary: 'Get the device of a code',
      description: `Changes nothing. ${ofCode}`,
      access: 'user',
      body: byCode,
      answers: { 200: json(requestSchema) },
      errors: ['gone'],
    },
    approve: {
      method: 'POST',
      path: '/api/v1/auth/device/approve',
      summary: 'Approve a device',
      description: `The device gets access to the caller's account. ${ofCode}`,
      access: 'user',
      body: byCode,
      answers: { 204: empty() },
      errors: ['gone'],
    },
    deny: {
      method: 'POST',
      path: '/api/v1/auth/device/deny',
      summary: 'Deny a device',
      description: `The code becomes invalid. ${ofCode}`,
      access: 'user',
      body: byCode,
      answers: { 204: empty() },
      errors: ['gone'],
    },
  },
);

/** Description of the poll of the web client (browser-accounts.ts). */
export const browserPoll = { body: pollBody, answer: browserPollSchema, description: ofPoll };
