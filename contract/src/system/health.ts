// Health and version of the server.
import { z } from 'zod';
import { json, routes } from '../route.ts';
import { storageStates } from '../values.ts';

const healthSchema = z
  .object({
    status: z.enum(['ok', 'error']),
    version: z.string(),
    database: z.enum(['sqlite', 'postgres']),
    storage: z.enum(storageStates).meta({ description: 'Whether this process can write to its storage.' }),
  })
  .meta({ id: 'Health' });

const connectionSchema = z
  .object({
    protocol: z.enum(['http', 'https']),
    host: z.string().meta({ description: 'Host name and port of the request.' }),
    address: z.string().meta({ description: 'Client address used for rate limits and sign-in delays.' }),
    authorization: z.boolean().meta({ description: 'Whether the request has an `Authorization` header.' }),
  })
  .meta({ id: 'Connection' });

const infoSchema = z.object({ name: z.string(), version: z.string() }).meta({ id: 'Info' });

export const health = routes('Health', 'Health and version of the server.', {
  check: {
    method: 'GET',
    path: '/health',
    summary: 'Check the health of the server',
    description:
      'Accepts any `Host` and does not count toward the rate limit. Returns 503 with `status: "error"` if the database does not respond. If the disk is full or read-only, reports this only in `storage`, because books can still be read.',
    access: 'anyone',
    rateLimit: 'exempt',
    anyHost: true,
    answers: { 200: json(healthSchema), 503: json(healthSchema, 'The database does not respond') },
  },
  connection: {
    method: 'GET',
    path: '/api/v1/connection',
    summary: 'Inspect the connection',
    description:
      'Returns how the request reached the server, to check a reverse proxy; `lectern doctor` uses it with the public address. `X-Forwarded-*` headers count only if they come from a proxy in `server.trust_proxy`.',
    access: 'anyone',
    answers: { 200: json(connectionSchema) },
  },
  info: {
    method: 'GET',
    path: '/api/v1/info',
    summary: 'Get the server version',
    description:
      'Returns the name and version of the program. The version of the interface is in the API description.',
    access: 'anyone',
    answers: { 200: json(infoSchema) },
  },
});
