// A database for a server that is to be killed.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs a statement. */
export async function changePostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new one on this PostgreSQL (`postgres://…/`), which goes with it. Gives its address. */
export async function makeDatabase(server: string): Promise<string> {
  const name = `lectern_kills_${randomBytes(4).toString('hex')}`;
  await changePostgres(`${server}postgres`, `create database ${name}`);
  return server + name;
}
