import { randomBytes } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { StartError } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';
import { createGraphileDelivery } from '#infrastructure/tasks/graphile-delivery.ts';
import { migrations } from '#schema/migrations.ts';
import { createEmptyDatabase } from '../../../../test/harness/databases.ts';
import { migrate } from '../migrate.ts';
import { openPostgres } from './postgres.ts';

/** A role without rights, in an empty database of the administrator. Its name needs quotes. */
let url: string;
let role: string;
let name: string;
/** Runs statements in the database as the administrator. */
let administer: (...statements: string[]) => Promise<void>;

beforeEach(async () => {
  const { environment, drop } = await createEmptyDatabase('postgres');
  const address = new URL(environment.LECTERN_DATABASE_POSTGRES ?? '');
  name = address.pathname.slice(1);
  role = `"Role-${randomBytes(6).toString('hex')}"`;
  const administrator = await open(address.href);
  administer = async (...statements) => {
    await administrator.pool.query(statements.join('; '));
  };
  await administer(`create role ${role} login`);
  address.username = role.slice(1, -1);
  url = address.href;
  onTestFinished(async () => {
    await administer(`drop owned by ${role} cascade`, `drop role ${role}`);
    await administrator.close();
    await drop();
  });
});

const open = (address = url) => openPostgres({ url: address, poolSize: 2, onError() {} });

/** Starts as the role does: connects, brings the database up to date and opens the task queue. */
async function start(address = url): Promise<void> {
  const database = await open(address);
  try {
    await migrate(database, { migrations, log: silentLog });
    const { isUnavailable } = database.dialect;
    const queue = { pool: database.pool, isUnavailable, clock: Date.now, concurrency: 1, log: silentLog };
    await (await createGraphileDelivery(queue)).stop();
  } finally {
    await database.close();
  }
}

/** The statements that the refusal of a start names. */
async function findRemedy(address?: string): Promise<string> {
  const refusal = await start(address).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  return / run (.*;)$/s.exec(String(refusal))?.[1] ?? String(refusal);
}

test('names the statements that let a role create the tables, and starts after them', async () => {
  const remedy = await findRemedy();
  expect(remedy).toBe(
    `GRANT CREATE ON DATABASE ${name} TO ${role}; GRANT USAGE, CREATE ON SCHEMA public TO ${role};`,
  );
  await administer(remedy);
  await start();
});

test('names only the missing right, and the schema of the search path', async () => {
  await administer(`create schema own authorization ${role}`, `alter role ${role} set search_path = own`);
  expect(await findRemedy()).toBe(`GRANT CREATE ON DATABASE ${name} TO ${role};`);
  await administer('revoke usage on schema public from public', `alter role ${role} reset search_path`);
  await administer(`grant create on database ${name} to ${role}`);
  const remedy = await findRemedy();
  expect(remedy).toBe(`GRANT USAGE, CREATE ON SCHEMA public TO ${role};`);
  await administer(remedy);
  await start();
});

test('names the statement that lets a role use the tables of another role', async () => {
  const owner = `"Owner-${role.slice(6)}`;
  await administer(`create role ${owner} login`, `alter database ${name} owner to ${owner}`);
  onTestFinished(() => administer(`drop owned by ${owner} cascade`, `drop role ${owner}`));
  const ofOwner = new URL(url);
  ofOwner.username = owner.slice(1, -1);
  await start(ofOwner.href);
  const remedy = await findRemedy();
  expect(remedy).toBe(`GRANT ${owner} TO ${role};`);
  await administer(remedy);
  await start();
  await administer(`alter database ${name} owner to postgres`);
});

test('does not make a role a member of a superuser that owns the tables', async () => {
  const ofAdministrator = new URL(url);
  ofAdministrator.username = 'postgres';
  await start(ofAdministrator.href);
  const remedy = await findRemedy();
  expect(remedy).not.toContain('GRANT');
  expect(remedy).toMatch(/which belong to postgres\. Restore .* --no-owner --role=/);
});

test('accepts an up-to-date database of another role when it may read and write the tables', async () => {
  const ofAdministrator = new URL(url);
  ofAdministrator.username = 'postgres';
  await start(ofAdministrator.href);
  await administer(
    `grant all on all tables in schema public to ${role}`,
    `grant all on schema graphile_worker to ${role}`,
    `grant all on all tables in schema graphile_worker to ${role}`,
  );
  await start();
});

test('names the statement that lets a role connect', async () => {
  await administer(`revoke connect on database ${name} from public`);
  expect(await findRemedy()).toBe(`GRANT CONNECT ON DATABASE "${name}" TO ${role};`);
});

test('names the statement that creates a missing database', async () => {
  const missing = new URL(url);
  missing.pathname = '/Nowhere';
  const remedy = await findRemedy(missing.href);
  expect(remedy).toBe(`CREATE DATABASE "Nowhere" OWNER ${role};`);
});
