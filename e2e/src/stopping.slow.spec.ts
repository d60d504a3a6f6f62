// Further ends of the process during its start and its first scan. stopping.spec.ts has the most frequent ones.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment, expectResumed, makeLibraryToScan, startInMidScan } from './harness/mid-scan.ts';
import { makeFolder, serve } from './harness/server.ts';

const library = makeLibraryToScan();

test('a Ctrl-C that reaches every process of the terminal, and the program twice, also ends it', {
  timeout: 60_000,
}, async () => {
  const { program, dataDir } = await startInMidScan(library);
  // npm forwards the signal that the terminal has sent to both.
  program.signalGroup('SIGINT');
  program.signal('SIGINT');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.err()).not.toMatch(/"level":"(warn|error|fatal)"/);
  await expectResumed(dataDir);
});

test('a signal during the start ends the program like any other', { timeout: 60_000 }, async () => {
  const dataDir = join(makeFolder(), 'data');
  const program = serve({ dataDir, libraries: [library], environment });
  await program.waitFor(/listening/);
  program.signal('SIGINT');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  await expectResumed(dataDir);
});

test('a kill during a scan loses only time', { timeout: 60_000 }, async () => {
  const { program, dataDir } = await startInMidScan(library);
  program.signal('SIGKILL');
  expect(await program.ended).toEqual({ code: null, signal: 'SIGKILL' });
  await expectResumed(dataDir);
});
