// Missing permissions on PostgreSQL, each with the statement that grants it. Without it, an administrator sees
// "permission denied for schema public" and has to know that PostgreSQL 15 removed that permission from new roles.
import { sql } from 'kysely';
import pg from 'pg';
import { StartError } from '#infrastructure/errors.ts';
import type { Db } from '../dialect.ts';

/** SQLSTATE `insufficient_privilege` and `invalid_catalog_name`. */
const notAllowed = '42501';
const noDatabase = '3D000';

/**
 * Returns the remedy for a connection error; undefined for errors other than missing permissions and missing databases.
 */
export function explainRefusal(error: unknown, url: string): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { user = '', database = '' } = new pg.Client({ connectionString: url });
  const role = pg.escapeIdentifier(user);
  const name = pg.escapeIdentifier(database);
  if (error.code === noDatabase)
    return `As a superuser of PostgreSQL, run CREATE DATABASE ${name} OWNER ${role};`;
  if (error.code === notAllowed) return toRemedy(database, [`GRANT CONNECT ON DATABASE ${name} TO ${role};`]);
  return undefined;
}

const toRemedy = (database: string, statements: readonly string[]): string =>
  `In the database ${database}, as its owner or a superuser, run ${statements.join(' ')}`;

/** Names are quoted where SQL requires it. */
interface Rights {
  role: string;
  database: string;
  /** Where tables are created: the first schema of the search path that the role may use, else `public`. */
  schema: string;
  canCreateTables: boolean;
  /** The task queue has a separate schema. */
  canCreateSchemas: boolean;
  canReadMigrations: boolean;
  /** The owner of the existing tables, if the role lacks its permissions. */
  owner: string | null;
  ownerIsSuperuser: boolean | null;
}

const selectRights = sql<Rights>`select
    quote_ident(current_user) as role,
    quote_ident(current_database()) as database,
    quote_ident(coalesce(current_schema(), 'public')) as schema,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "canCreateTables",
    has_database_privilege(current_database(), 'create')
      or to_regnamespace('graphile_worker') is not null as "canCreateSchemas",
    coalesce(has_table_privilege(to_regclass('migration'), 'select'), true) as "canReadMigrations",
    quote_ident(owner.rolname) as owner,
    owner.rolsuper as "ownerIsSuperuser"
  from (values (1)) as one
    left join pg_class on pg_class.oid = to_regclass('migration') and not pg_has_role(relowner, 'usage')
    left join pg_roles as owner on owner.oid = relowner`;

/**
 * Throws StartError if the role cannot read the applied migrations or, with `changes`, cannot create or change tables.
 */
export async function checkRights(db: Db, { changes }: { changes: boolean }): Promise<void> {
  const [rights] = (await selectRights.execute(db)).rows;
  if (!rights) return;
  const { role, database, schema, owner } = rights;
  if (owner !== null && (changes || !rights.canReadMigrations))
    throw new StartError(
      `PostgreSQL denies ${role} access to the tables, which belong to ${owner}. ${explainOwner(rights, owner)}`,
    );
  if (!changes) return;
  const missing = [
    ...(rights.canCreateSchemas ? [] : [`GRANT CREATE ON DATABASE ${database} TO ${role};`]),
    ...(rights.canCreateTables ? [] : [`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`]),
  ];
  if (missing.length > 0)
    throw new StartError(
      `PostgreSQL does not let ${role} create ${rights.canCreateTables ? 'schemas in' : `tables in the schema ${schema} of`} the database ${database}. ${toRemedy(database, missing)}`,
    );
}

/** A member of a superuser's role could become that superuser, so that is never proposed. */
const explainOwner = ({ role, database, ownerIsSuperuser }: Rights, owner: string): string =>
  ownerIsSuperuser
    ? `Restore the copy of the database again, with pg_restore --clean --if-exists --no-owner --role=${role}`
    : toRemedy(database, [`GRANT ${owner} TO ${role};`]);
