import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { checkRequiredConfinement } from './confinement.ts';

const missing = new URL('missing.ts', import.meta.url);
const load = (mode: string) =>
  loadConfig({ environment: { LECTERN_WORKERS_CONFINEMENT: mode }, cwd: tmpdir() }).config;

test('refuses a required confinement that the machine does not support', async () => {
  expect(await checkRequiredConfinement(load('required'), missing)).toEqual([
    { state: 'problem', message: expect.stringContaining('workers.confinement = required') },
  ]);
});

test('accepts other modes', async () => {
  expect(await checkRequiredConfinement(load('auto'), missing)).toEqual([]);
});
