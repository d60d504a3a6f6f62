// All servers of one database sign with one secret. The database only contains its fingerprint, by which a server
// detects at start that its secret differs.
import { createHmac } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { StartError } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import { readServerSecret } from '#infrastructure/secrets/server-secret.ts';
import { keepSecret, replaceSecret } from './store.ts';

interface Dependencies {
  config: Pick<Config, 'auth' | 'dataDir'>;
  database: Pick<Database, 'db' | 'dialect' | 'transaction'>;
  log: Log;
  clock: Clock;
  /** Ends all sessions. */
  endSessions(tx: Tx): Promise<void>;
  /** An administrator has confirmed that no other server uses the former secret. */
  takesNewSecret: boolean;
  /** Whether a server is using the same SQLite database. */
  besideServer: boolean;
}

const name = 'tokens-fingerprint';

const toFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint of the secret of a server').digest('hex');

/**
 * Returns the secret that signs tokens. If it has changed (a restore on another machine, a lost file), all sessions
 * end. Throws StartError if other servers may be using the former one.
 */
export async function agreeOnSecret(deps: Dependencies): Promise<string> {
  const { config, database, log, clock, endSessions, takesNewSecret, besideServer } = deps;
  const { secret, source } = readServerSecret(config);
  const fingerprint = toFingerprint(secret);
  const stored = await keepSecret(database.db, { name, candidate: fingerprint, nowMs: clock() });
  if (stored === fingerprint) return secret;
  if ((database.dialect.isShared || besideServer) && !takesNewSecret)
    throw new StartError(
      `The secret of this server (${source}) differs from the secret of this database: set the same auth.secret on all its servers, or copy the file \`secret\` from the data folder of the first server; if there is no other server and the old secret is lost, start once with --new-secret, which ends all sessions`,
    );
  await database.transaction(async (tx) => {
    await replaceSecret(tx, { name, value: fingerprint, nowMs: clock() });
    await endSessions(tx);
  });
  log.warn({ source }, 'server secret changed; all sessions were invalidated');
  return secret;
}
