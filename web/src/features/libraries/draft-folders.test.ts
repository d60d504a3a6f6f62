import { expect, test } from 'vitest';
import { keepFolder, toLeaving } from './draft.ts';

test('a folder that is not in the form any more leaves the library, unless a new one stands in its place', () => {
  expect(toLeaving(['/a', '/b'], ['/b'])).toEqual([{ path: '/a', replacedBy: undefined }]);
  expect(toLeaving(['/a', '/b'], ['/b', '/c'])).toEqual([{ path: '/a', replacedBy: undefined }]);
  expect(toLeaving(['/a', '/b'], ['/c', '/b'])).toEqual([{ path: '/a', replacedBy: '/c' }]);
  expect(toLeaving(['/a', '/b'], ['/b', '/a'])).toEqual([]);
});

test('a folder that is kept after all stands where it stood', () => {
  expect(keepFolder(['/a', '/b', '/c'], ['/a', '/c'], '/b')).toEqual(['/a', '/b', '/c']);
  expect(keepFolder(['/a', '/b'], ['/b', '/d'], '/a')).toEqual(['/a', '/b', '/d']);
  expect(keepFolder(['/a', '/b'], ['/d', '/a'], '/b')).toEqual(['/d', '/a', '/b']);
});
