// Creates a database for a server that the test will kill.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs a statement on a separate connection. */
export async function changePostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database on this PostgreSQL server (`postgres://…/`) and returns its address. It is deleted with the
 * server.
 */
export async function makeDatabase(server: string): Promise<string> {
  const name = `lectern_kills_${randomBytes(4).toString('hex')}`;
  await changePostgres(`${server}postgres`, `create database ${name}`);
  return server + name;
}
