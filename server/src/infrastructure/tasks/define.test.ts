import { expect, test } from 'vitest';
import { z } from 'zod';
import { conflict, reason } from '#infrastructure/errors.ts';
import { defineTask, PermanentFailure, readLastError, toReason, writeLastError } from './define.ts';

test('a task without a subject does not compile', () => {
  const common = { payload: z.object({}), key: () => 'one', priority: 1, attempts: 1, timeoutSeconds: 1 };
  // @ts-expect-error `subject` is missing
  const task = defineTask({ ...common, type: 'test.nobody', run: async () => {} });
  expect(task).not.toHaveProperty('subject');
});

test('an error with a reason is stored with its values', () => {
  const why = reason('root_missing', { path: '/books' });
  expect(readLastError(writeLastError(toReason(new PermanentFailure(why))))).toEqual(why);
  expect(toReason(conflict(reason('scan_running')))).toEqual(reason('scan_running'));
});

test('any other error is stored as its message, limited in length', () => {
  expect(toReason(new Error('no such folder'))).toEqual({ reason: 'task_failed', message: 'no such folder' });
  expect(toReason('odd')).toEqual({ reason: 'task_failed', message: 'odd' });
  expect(readLastError(writeLastError(toReason(new Error('x'.repeat(9_000)))))?.message).toHaveLength(2_000);
  expect(readLastError(null)).toBeNull();
});
