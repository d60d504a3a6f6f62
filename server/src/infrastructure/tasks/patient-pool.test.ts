import pg from 'pg';
import { expect, test } from 'vitest';
import { PatientPool } from './patient-pool.ts';

test('requests of the queue to a closed pool do not fail', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const patient = new PatientPool(pool, () => false);
  await pool.end();
  const failed: unknown[] = [];
  patient.pool.connect().catch((error: unknown) => failed.push(error));
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(failed).toEqual([]);
});
