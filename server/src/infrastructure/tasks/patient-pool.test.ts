import pg from 'pg';
import { expect, test } from 'vitest';
import { createPatientPool } from './patient-pool.ts';

test('what the queue still wants of a pool that was closed fails nowhere', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const patient = createPatientPool(pool, () => false);
  await pool.end();
  const failed: unknown[] = [];
  patient.pool.connect().catch((error: unknown) => failed.push(error));
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(failed).toEqual([]);
});
