import { expect, test } from 'vitest';
import { reason } from './reasons.ts';

test('the English sentence is filled with the values, which go along', () => {
  expect(reason('list_full', { list: 'collection', max: 1000 })).toEqual({
    reason: 'list_full',
    params: { list: 'collection', max: 1000 },
    message: 'A collection holds at most 1000',
  });
  expect(reason('task_ended')).toEqual({ reason: 'task_ended', message: 'The task has ended already' });
});
