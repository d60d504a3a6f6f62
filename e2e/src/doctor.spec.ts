// `lectern doctor` and `lectern config check` as somebody at a terminal runs them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { makeFolder } from './harness/server.ts';

async function run(args: string[], environment: Record<string, string> = {}) {
  const program = startProgram(args, { environment });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

test('the doctor shows each finding with its remedy, and its exit code tells scripts', async () => {
  const dataDir = join(makeFolder(), 'data');
  const fresh = await run(['doctor', '--data-dir', dataDir, '--port', '0']);
  expect(fresh).toMatchObject({ code: 0, err: '' });
  expect(fresh.out).toMatch(/^ok {7}Lectern \S+, Node\.js \S+, /);
  expect(fresh.out).toMatch(/\nwarning {2}The data folder \S+ does not exist yet\.\n {9}The first start/);
  expect(fresh.out).toMatch(/\n\n0 problems, 2 warnings\n$/);
  const missing = { LECTERN_BACKUP_DIR: join(dataDir, 'nowhere') };
  const bad = await run(['doctor', '--data-dir', dataDir, '--port', '0'], missing);
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(
    /^problem {2}The backup folder \S+nowhere does not exist: the folder \S+data is missing\.\n {9}Create it, mount its disk, or change backup\.dir$/m,
  );
});

test('a configuration is checked as a whole', async () => {
  expect(await run(['config', 'check'])).toEqual({ code: 0, out: 'The configuration is valid.\n', err: '' });
  const wrong = await run(['config', 'check'], { LECTERN_SERVR_PORT: '1', LECTERN_DATA_DR: 'x' });
  expect(wrong).toEqual({
    code: 1,
    out: '',
    err:
      'Unknown environment variable LECTERN_SERVR_PORT; did you mean LECTERN_SERVER_PORT?\n' +
      'Unknown environment variable LECTERN_DATA_DR; did you mean LECTERN_DATA_DIR?\n',
  });
});
