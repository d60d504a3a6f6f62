// Is the server alive, and which is it.
import { z } from 'zod';
import { json, routes } from './route.ts';
import { storageStates } from './values.ts';

const healthSchema = z
  .object({
    status: z.enum(['ok', 'error']),
    version: z.string(),
    database: z.enum(['sqlite', 'postgres']),
    storage: z
      .enum(storageStates)
      .meta({ description: 'Whether the process that answers can write what it keeps.' }),
  })
  .meta({ id: 'Health' });

const connectionSchema = z
  .object({
    protocol: z.enum(['http', 'https']),
    host: z.string().meta({ description: 'Name and port under which the server was asked.' }),
    address: z.string().meta({ description: 'Of the client, as limits and sign-in delays count it.' }),
    authorization: z.boolean().meta({ description: 'Whether a header `Authorization` arrived.' }),
  })
  .meta({ id: 'Connection' });

const infoSchema = z.object({ name: z.string(), version: z.string() }).meta({ id: 'Info' });

export const health = routes('Health', 'Liveness and version.', {
  check: {
    method: 'GET',
    path: '/health',
    summary: 'Health check',
    description:
      'Draws no token of the rate limit, and answers under every `Host`. 503 with `status: "error"` when the ' +
      'database does not answer. A disk that is full or takes no writes is told of by `storage` alone: books ' +
      'can still be read.',
    access: 'anyone',
    rateLimit: 'exempt',
    anyHost: true,
    answers: { 200: json(healthSchema), 503: json(healthSchema, 'The database does not answer') },
  },
  connection: {
    method: 'GET',
    path: '/api/v1/connection',
    summary: 'How this request arrived',
    description:
      'For looking at what a reverse proxy passes on: `lectern doctor` asks at the public address. Headers ' +
      '`X-Forwarded-*` count when they come from a proxy of `server.trust_proxy`.',
    access: 'anyone',
    answers: { 200: json(connectionSchema) },
  },
  info: {
    method: 'GET',
    path: '/api/v1/info',
    summary: 'Name and version of the server',
    description: 'The version of the program; the version of the interface is in this description.',
    access: 'anyone',
    answers: { 200: json(infoSchema) },
  },
});
