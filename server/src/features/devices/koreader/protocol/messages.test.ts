import { expect, test } from 'vitest';
import { readUpdate } from './messages.ts';

const good = { document: 'd'.repeat(32), progress: '1', percentage: 0.1, device: 'D', device_id: 'I' };

test.each([
  ['nothing', undefined, 'noDocument'],
  ['null', null, 'noDocument'],
  ['a list', [], 'noDocument'],
  ['a text', 'x', 'noDocument'],
  ['a number', 7, 'noDocument'],
  ['no document', { ...good, document: undefined }, 'noDocument'],
  ['a document that is an object', { ...good, document: {} }, 'noDocument'],
  ['a very long document', { ...good, document: 'x'.repeat(100_000) }, 'noDocument'],
  ['no progress', { ...good, progress: undefined }, 'invalidFields'],
  ['a very long progress', { ...good, progress: 'x'.repeat(900_000) }, 'invalidFields'],
  ['a negative share', { ...good, percentage: -0.1 }, 'invalidFields'],
  ['a percentage above 1', { ...good, percentage: 50 }, 'invalidFields'],
  ['a percentage that is not a number', { ...good, percentage: 'much' }, 'invalidFields'],
  ['a percentage of null', { ...good, percentage: null }, 'invalidFields'],
  ['no device', { ...good, device: undefined }, 'invalidFields'],
  ['a device that is a number', { ...good, device: 7 }, 'invalidFields'],
])('rejects %s', (_, body, fault) => {
  expect(readUpdate(body)).toBe(fault);
});

test('accepts a percentage slightly above 1, and numbers as text', () => {
  expect(readUpdate({ ...good, progress: 7, percentage: '1.0005' })).toEqual({
    document: good.document,
    position: { progress: '7', percentage: 1, device: 'D', deviceId: 'I' },
  });
});
