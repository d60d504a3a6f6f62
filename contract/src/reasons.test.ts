import { expect, test } from 'vitest';
import { reason } from './reasons.ts';

test('fills the values into the English message and returns them', () => {
  expect(reason('list_full', { list: 'collection', max: 1000 })).toEqual({
    reason: 'list_full',
    params: { list: 'collection', max: 1000 },
    message: 'A collection can have at most 1000 entries.',
  });
  expect(reason('task_ended')).toEqual({ reason: 'task_ended', message: 'The task has already ended.' });
});
