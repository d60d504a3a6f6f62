// A database for a server that is to be killed.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A new one on this PostgreSQL (`postgres://…/`), which goes with it. Gives its address. */
export async function makeDatabase(server: string): Promise<string> {
  const name = `lectern_kills_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: `${server}postgres` });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return server + name;
}
