import { expect, test } from 'vitest';
import { toPlaceProblem } from './files/faults/problems.ts';
import { createLog } from './log.ts';

function write(err: unknown, format: 'json' | 'pretty' = 'json'): string {
  const lines: string[] = [];
  const config = { log: { level: 'info' as const, format } };
  createLog(config, { write: (line) => void lines.push(line) }).error({ err }, 'failed');
  return lines.join('');
}

const withCode = (error: Error, code: string) => Object.assign(error, { code });

test('logs an unexpected error with its stack', () => {
  const { err } = JSON.parse(write(new Error('broken')));
  expect(err).toMatchObject({ type: 'Error', message: 'broken' });
  expect(err.stack).toContain('log.test.ts');
});

test.each([
  ['a connection that PostgreSQL ended', withCode(new Error('terminating connection'), '57P01')],
  ['a refused connection', withCode(new Error('connect ECONNREFUSED 127.0.0.1:5432'), 'ECONNREFUSED')],
  ['a lost connection without a code', new Error('Connection terminated unexpectedly')],
])('logs %s in one line without a stack', (_, error) => {
  const { err } = JSON.parse(write(error));
  expect(err).toEqual({
    type: 'Error',
    message: error.message,
    ...('code' in error && { code: error.code }),
  });
  const text = write(error, 'pretty');
  expect(text).toContain(`\n         ${error.message}\n`);
  expect(text).not.toMatch(/^ +at /m);
});

test('names every address of a host that refuses connections', () => {
  const errors = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}`));
  const { err } = JSON.parse(write(withCode(new AggregateError(errors), 'ECONNREFUSED')));
  expect(err.message).toBe('connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1');
});

test('logs the path of a fault that callers of the API may not see', () => {
  const error = Object.assign(new Error('denied'), { code: 'EACCES' });
  const problem = toPlaceProblem(error, { path: import.meta.dirname });
  expect(problem).toHaveProperty(
    'message',
    'The server cannot write to infrastructure. Check its permissions.',
  );
  const { err } = JSON.parse(write(problem));
  expect(err.message).toContain(`The library folder ${import.meta.dirname} is not writable by`);
});
