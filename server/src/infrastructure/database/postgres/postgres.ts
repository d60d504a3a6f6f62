// PostgreSQL, for deployments larger than one machine: connections with named statements, separate pools for requests
// and tasks.

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { toRecord } from '@lectern/contract/records';
import {
  type CompiledQuery,
  Kysely,
  type KyselyConfig,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { createSecretMask } from '#infrastructure/config/secrets.ts';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import { StartError } from '#infrastructure/errors.ts';
import { postgresDdl } from '#schema/ddl.ts';
import type { Schema } from '#schema/schema.ts';
import { isInBackground } from '../background.ts';
import type { Database, DatabaseDialect, ReaderThread } from '../dialect.ts';
import { postgresTextSearch } from '../text-search.ts';
import { maxStatementMs, tookTooLong } from '../time-limit.ts';
import { isUnavailable } from '../unavailable.ts';
import { checkRights, explainRefusal } from './rights.ts';

const field = (error: unknown, name: string): string => {
  const value = toRecord(error)[name];
  return typeof value === 'string' ? value : '';
};

export const postgresDialect: DatabaseDialect = {
  name: 'postgres',
  isShared: true,
  ddl: postgresDdl,
  maxParameters: 60_000,
  textSearch: postgresTextSearch,
  shuffled: (id, seed) => sql`md5(${id}::text || ${seed}::text)`,
  unindexed: (order) => order,
  isMember: (id, { column, rows }) => sql`exists (select 1 ${rows} and ${column} = ${id})`,
  // The planner assumes a short array, whose ids are looked up; for a join it would read all books.
  isGathered: (id, { column, rows }) => sql`${id} = any(array(select ${column} ${rows}))`,
  holdingRows: sql`for key share`,
  lockingRows: sql`for no key update`,
  sharingRows: sql`for share`,
  findUniqueViolation: (error) => (field(error, 'code') === '23505' ? field(error, 'constraint') : undefined),
  isMissingReference: (error) => field(error, 'code') === '23503',
  isOutOfSpace: (error) => field(error, 'code') === '53100',
  isUnavailable,
  async lock(tx, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  },
};

const maxRuns = 5;
const maxPauseMs = 100;
const int8 = 20;
/** `query_canceled`: also after a statement timeout. */
const queryCanceled = '57014';
const types: pg.CustomTypesConfig = {
  // All our integer columns are below 2^53.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

interface Options {
  url: string;
  /** Connections for requests. Tasks have half as many in addition. */
  poolSize: number;
  onError(error: Error): void;
  logging?: Pick<KyselyConfig, 'log'> | undefined;
  /** Time limit of queries of the reader pool. */
  limitMs?: number;
}

/** Opens a pool and waits for the first response. Throws StartError if the server does not respond. */
export async function openPostgres({
  url,
  poolSize,
  onError,
  logging = {},
  limitMs = maxStatementMs,
}: Options): Promise<Database & { pool: pg.Pool }> {
  const pool = createPool({ url, size: poolSize, onError });
  const pools = { requests: pool, tasks: createPool({ url, size: Math.ceil(poolSize / 2), onError }) };
  const db = new Kysely<Schema>({
    ...logging,
    dialect: new PostgresDialect({ pool: namedStatements(pools) }),
  });
  const database = {
    db,
    pool,
    dialect: postgresDialect,
    readerThread: createReaderPool(pools, limitMs),
    transaction: <T>(work: (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<T>) =>
      runAgain(() => db.transaction().execute(work)),
    checkRights: (needs: Parameters<typeof checkRights>[1]) => checkRights(db, needs),
    async ping() {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
  try {
    await database.ping();
  } catch (cause) {
    await db.destroy();
    const mask = createSecretMask({ database: { postgres: url, poolSize, sqlite: undefined } });
    const what = cause instanceof pg.DatabaseError ? 'refuses the connection' : 'does not respond';
    const remedy = explainRefusal(cause, url) ?? 'Check database.postgres';
    throw new StartError(`PostgreSQL ${what} (${mask(explainConnection(cause))}). ${remedy}`, { cause });
  }
  return database;
}

/**
 * A connection is given to the caller that has waited longest. A task runs hundreds of consecutive statements: in one
 * queue with the requests of 500 readers, a scan of 1,000 books took 95 seconds instead of 17.
 */
interface Pools {
  requests: pg.Pool;
  tasks: pg.Pool;
}

const connect = ({ requests, tasks }: Pools): Promise<pg.PoolClient> =>
  (isInBackground() ? tasks : requests).connect();

function createPool({ url, size, onError }: { url: string; size: number; onError(error: Error): void }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'lectern',
    connectionTimeoutMillis: 10_000,
  });
  // The server closed an idle connection. The pool opens a new one when needed.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** PostgreSQL aborts one of several transactions that wait for each other (40P01, "Deadlocks"). The others end soon. */
async function runAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let left = maxRuns - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || field(error, 'code') !== '40P01') throw error;
      await setTimeout(Math.random() * maxPauseMs);
    }
  }
}

/**
 * Runs long queries in a transaction that limits them to `limitMs`. A limit on the connection would outlive the query,
 * also in an external pool in front of the server.
 */
function createReaderPool(pools: Pools, limitMs: number): ReaderThread {
  const toNamed = createNaming();
  async function runQuery(query: CompiledQuery): Promise<unknown[]> {
    const client = await connect(pools);
    let fault: Error | undefined;
    try {
      await client.query(`begin read only; set local statement_timeout = ${limitMs}`);
      const { rows } = await client.query(toNamed(query.sql, query.parameters));
      await client.query('commit');
      return rows;
    } catch (error) {
      await client.query('rollback').catch((broken: Error) => {
        fault = broken;
      });
      throw field(error, 'code') === queryCanceled ? tookTooLong() : error;
    } finally {
      client.release(fault);
    }
  }
  return { rows: async <R>(query: CompiledQuery<R>) => (await runQuery(query)) as R[] };
}

/** Names every repeated statement, so that the server plans it once per connection: 1.8 times faster. */
function createNaming() {
  const names = new LRUCache<string, string>({ max: 500 });
  const nameOf = (text: string): string | undefined => {
    if (text.length > 5_000) return undefined;
    let name = names.get(text);
    if (!name) {
      name = createHash('sha1').update(text).digest('hex');
      names.set(text, name);
    }
    return name;
  };
  return (text: string, values: readonly unknown[]) => {
    const name = nameOf(text);
    return name ? { name, text, values: [...values] } : { text, values: [...values] };
  };
}

function namedStatements(pools: Pools): PostgresPool {
  const toNamed = createNaming();
  return {
    async connect() {
      const client = await connect(pools);
      const query = (text: string, values: readonly unknown[]) => client.query(toNamed(text, values));
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    async end() {
      await Promise.all([pools.requests.end(), pools.tasks.end()]);
    },
  } as PostgresPool;
}
