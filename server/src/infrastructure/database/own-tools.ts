// The tools of a database that is a server: Lectern does not copy it. The commands work when they are copied.
import { withoutSecrets } from '#infrastructure/config/database-address.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';

/** Throws StartError with the command that backs such a database up, or restores it; nothing for an embedded one. */
export function refuseServer(
  { database }: Pick<Config, 'database'>,
  what: 'backup' | 'restore',
  file: string,
): void {
  if (database.postgres === undefined) return;
  // The tools ask for the password.
  const address = quoteForShell(withoutSecrets(database.postgres));
  const command =
    what === 'backup'
      ? `pg_dump --format=custom --file=${quoteForShell(file)} ${address}`
      : `pg_restore --clean --if-exists --dbname=${address} ${quoteForShell(file)}`;
  throw new StartError(`PostgreSQL has its own tools for copies of the database; run: ${command}`);
}
