// All servers of one database sign with one secret. The database only holds its fingerprint, by which a server detects
// at its start that its secret is another.
import { createHmac } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { StartError } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import { readServerSecret } from '#infrastructure/secret.ts';
import { keepSecret, replaceSecret } from './store.ts';

interface Dependencies {
  config: Pick<Config, 'auth' | 'dataDir'>;
  database: Pick<Database, 'db' | 'dialect' | 'transaction'>;
  log: Log;
  clock: Clock;
  /** Ends every sign-in. */
  endSessions(tx: Tx): Promise<void>;
  /** An administrator has confirmed that no other server uses the former secret. */
  takesNewSecret: boolean;
}

const name = 'tokens-fingerprint';

const toFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint of the secret of a server').digest('hex');

/**
 * The secret that signs tokens. Where it has changed (a restore on another machine, a lost file), every session ends.
 * Throws StartError where other servers may be using the former one.
 */
export async function agreeOnSecret(deps: Dependencies): Promise<string> {
  const { config, database, log, clock, endSessions, takesNewSecret } = deps;
  const { secret, source } = readServerSecret(config);
  const fingerprint = toFingerprint(secret);
  const stored = await keepSecret(database.db, { name, candidate: fingerprint, nowMs: clock() });
  if (stored === fingerprint) return secret;
  if (database.dialect.isShared && !takesNewSecret)
    throw new StartError(
      `The secret of this server (${source}) is not the one that this database was used with: give all its servers the same auth.secret, or copy the file \`secret\` of the first one's data folder; if there is no other server and the old secret is lost, start once with --new-secret, which ends all sign-ins`,
    );
  await database.transaction(async (tx) => {
    await replaceSecret(tx, { name, value: fingerprint, nowMs: clock() });
    await endSessions(tx);
  });
  log.warn({ source }, 'the secret of the server is another than before: all sign-ins have ended');
  return secret;
}
