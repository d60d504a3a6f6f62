import { expect, test } from 'vitest';
import { expectClients } from '../../../test/compat/clients.ts';
import { toCompatError } from './errors.ts';

const url = '/compat/api/v1/series/list?page=0';

test('an error contains time, status, message and path', () => {
  const { status, body, mediaType, headers } = toCompatError(
    {
      status: 404,
      body: { error: 'not_found', message: 'This series does not exist, or you cannot access it.' },
      headers: {},
      isBug: false,
    },
    { url },
    1_714_566_896_789,
  );
  expect([status, mediaType, headers]).toEqual([404, 'application/json; charset=utf-8', undefined]);
  expect(JSON.parse(body)).toEqual({
    timestamp: '2024-05-01T12:34:56Z',
    status: 404,
    error: 'Not Found',
    message: 'This series does not exist, or you cannot access it.',
    path: '/compat/api/v1/series/list',
  });
  expectClients('error', JSON.parse(body));
});

test('invalid input lists every field', () => {
  const details = { issues: [{ path: 'body.name', message: 'Too long' }] };
  const { body } = toCompatError(
    {
      status: 400,
      body: { error: 'validation_failed', message: 'Too long', details },
      headers: {},
      isBug: false,
    },
    { url },
    0,
  );
  expect(JSON.parse(body)).toMatchObject({ violations: [{ fieldName: 'name', message: 'Too long' }] });
  expectClients('validationError', JSON.parse(body));
});
