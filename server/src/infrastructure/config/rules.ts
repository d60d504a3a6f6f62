// Rules across keys, and for the first administrator. Every command applies them, so that `config check` accepts what
// `serve` accepts.
import { accountSchema } from '@lectern/contract/identity/auth';
import { explainValue } from '#infrastructure/text/explain-value.ts';
import type { Config } from './schema.ts';

/** Returns one sentence for each contradiction between keys. */
export function findContradictions({ auth, server, updates }: Config): string[] {
  const { certificate, key } = server.tls;
  return [
    ...(auth.secret !== undefined && auth.secretFile !== undefined
      ? ['Both auth.secret and auth.secret_file are set; remove one of them']
      : []),
    ...((certificate === undefined) === (key === undefined)
      ? []
      : ['HTTPS needs both server.tls.certificate and server.tls.key']),
    ...(updates.check && updates.url === undefined
      ? ['updates.check needs an address; set updates.url, or turn updates.check off']
      : []),
  ];
}

/** The administrator to create if no user exists. Without a password, one is generated and printed once. */
export interface FirstAdmin {
  username: string;
  email: string;
  password: string | undefined;
}

/** Returns one sentence for each variable of the first administrator that is invalid for an account. */
export function findAdminFaults({ password = 'generated at the start', ...admin }: FirstAdmin): string[] {
  const parsed = accountSchema.safeParse({ ...admin, password });
  return (parsed.error?.issues ?? []).map(
    (issue) =>
      `LECTERN_ADMIN_${String(issue.path[0]).toUpperCase()} cannot be used for the first administrator: ${explainValue(issue)}`,
  );
}
