// The backup tools of PostgreSQL, whose database Lectern does not copy. The commands work when they are copied.
import { withoutSecrets } from '#infrastructure/config/database-address.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import { findDatabaseFile } from './open.ts';

/**
 * Returns the SQLite file. For PostgreSQL, throws StartError with the command that writes the backup `file` or restores
 * it.
 */
export function requireEmbeddedFile(
  config: Pick<Config, 'database' | 'dataDir'>,
  what: 'backup' | 'restore',
  file: string,
): string {
  const databaseFile = findDatabaseFile(config);
  if (databaseFile !== undefined) return databaseFile;
  // The tools ask for the password.
  const address = quoteForShell(withoutSecrets(config.database.postgres ?? ''));
  const command =
    what === 'backup'
      ? `pg_dump --format=custom --file=${quoteForShell(file)} ${address}`
      : `pg_restore --clean --if-exists --dbname=${address} ${quoteForShell(file)}`;
  throw new StartError(`PostgreSQL has its own tools for copies of the database; run: ${command}`);
}
