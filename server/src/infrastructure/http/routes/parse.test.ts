import { because, reason } from '@lectern/contract/reasons';
import { json, type RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../errors.ts';
import { parseRequest } from './parse.ts';

const route: RouteDescription = {
  method: 'POST',
  path: '/names',
  summary: 'Names',
  access: 'anyone',
  body: z
    .object({ name: z.string().max(3), days: z.int().optional() })
    .refine(({ name }) => name !== 'no', {
      path: ['name'],
      ...because(reason('too_many_values', { max: 5 })),
    })
    .refine(({ name }) => name !== 'odd', 'A sentence of its own'),
  answers: { 200: json(z.null()) },
};

function readIssues(body: unknown): unknown {
  try {
    return parseRequest(route, { params: {}, query: {}, body });
  } catch (error) {
    return error instanceof Problem && error.details;
  }
}

test.each([
  [undefined, { path: 'body', message: 'A JSON body is needed', code: 'required' }],
  [{ name: 'a', more: 1 }, undefined],
  [
    { name: 'long' },
    expect.objectContaining({ path: 'body.name', code: 'too_big', params: { origin: 'string', maximum: 3 } }),
  ],
  [
    { name: 'no' },
    {
      path: 'body.name',
      message: 'Enter at most 5 values.',
      code: 'too_many_values',
      params: { max: 5 },
    },
  ],
  [{ name: 'odd' }, { path: 'body', message: 'A sentence of its own', code: 'custom', params: {} }],
])('%j has the issue %j', (body, issue) => {
  expect(readIssues(body)).toEqual(
    issue ? { issues: [issue] } : expect.objectContaining({ body: { name: 'a' } }),
  );
});
