import { expect, test } from 'vitest';
import { keepFolder, toLeaving } from './draft.ts';

test('removes a folder that is no longer in the form, unless a new folder replaces it', () => {
  expect(toLeaving(['/a', '/b'], ['/b'])).toEqual([{ path: '/a', replacedBy: undefined }]);
  expect(toLeaving(['/a', '/b'], ['/b', '/c'])).toEqual([{ path: '/a', replacedBy: undefined }]);
  expect(toLeaving(['/a', '/b'], ['/c', '/b'])).toEqual([{ path: '/a', replacedBy: '/c' }]);
  expect(toLeaving(['/a', '/b'], ['/b', '/a'])).toEqual([]);
});

test('restores a removed folder at its previous position', () => {
  expect(keepFolder(['/a', '/b', '/c'], ['/a', '/c'], '/b')).toEqual(['/a', '/b', '/c']);
  expect(keepFolder(['/a', '/b'], ['/b', '/d'], '/a')).toEqual(['/a', '/b', '/d']);
  expect(keepFolder(['/a', '/b'], ['/d', '/a'], '/b')).toEqual(['/d', '/a', '/b']);
});
