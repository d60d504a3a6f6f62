// Checks what a request brings against the route's schemas.
import type { Issue } from '@lectern/contract/errors';
import type { RouteDescription } from '@lectern/contract/route';
import type { z } from 'zod';
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';

export interface Parsed {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Path parameters that do not fit name nothing that exists: undefined. Everything else that does not fit is a 400 with
 * every issue and its place.
 */
export function parseRequest(route: RouteDescription, raw: Parsed): Parsed | undefined {
  const issues: Issue[] = [];
  const params = route.params ? parseParams(route.params, raw.params) : {};
  if (params === undefined) return undefined;
  const query = route.query ? parseQuery(route.query, raw.query, issues) : {};
  const body = parseBody(route, raw.body, issues);
  if (issues.length > 0) throw invalid(issues);
  return { params, query, body };
}

function parseQuery(schema: z.ZodType, value: unknown, issues: Issue[]): unknown {
  if (hasNul(value)) issues.push(toIssue('query', reason('no_nul')));
  return parsePart(schema, value, 'query', issues);
}

function parseParams(schema: z.ZodType, value: unknown): unknown {
  return hasNul(value) ? undefined : schema.safeParse(value).data;
}

function parseBody(route: RouteDescription, value: unknown, issues: Issue[]): unknown {
  if (!route.body) return undefined;
  // Where any JSON value is taken, null is one.
  if (value === undefined || (value === null && !route.body.safeParse(null).success)) {
    if (route.optionalBody) return undefined;
    issues.push({ path: 'body', message: 'A JSON body is needed' });
    return undefined;
  }
  return parsePart(route.body, value, 'body', issues);
}

function parsePart(schema: z.ZodType, value: unknown, place: string, issues: Issue[]): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues.slice(0, 50)) {
    const { code } = issue;
    const path = [place, ...issue.path.map(String)].join('.');
    if (code === 'unrecognized_keys')
      for (const key of issue.keys)
        issues.push({ path: `${path}.${key}`, message: 'Unknown property', code });
    else if (issue.input === undefined) issues.push({ path, message: issue.message, code: 'required' });
    else issues.push({ path, message: issue.message, code, params: toParams(issue) });
  }
  return undefined;
}

const paramNames = ['expected', 'origin', 'minimum', 'maximum', 'divisor', 'format'];

/** What a client needs to say the issue in another language. */
const toParams = (issue: object): NonNullable<Issue['params']> =>
  Object.fromEntries(
    Object.entries(issue)
      .filter(([name]) => paramNames.includes(name))
      .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** The character NUL, which no database takes in a text; bodies are rid of it when they are read. */
const hasNul = (values: unknown): boolean =>
  Object.values(values ?? {}).some((value) => String(value).includes('\0'));
