// Validates a request against the route's schemas.
import type { Issue } from '@lectern/contract/errors';
import { isRecord } from '@lectern/contract/records';
import type { RouteDescription } from '@lectern/contract/route';
import type { z } from 'zod';
import { invalid, type Reason, reason, toIssue } from '#infrastructure/errors.ts';

export interface Parsed {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Undefined for invalid path parameters, which refer to nothing. Other invalid input is a 400 with all issues and their
 * paths.
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
  // A schema that accepts any JSON value accepts null.
  if (value === undefined || (value === null && !route.body.safeParse(null).success)) {
    if (route.optionalBody) return undefined;
    issues.push({ path: 'body', message: 'A JSON body is needed', code: 'required' });
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
        issues.push({ path: `${path}.${key}`, message: reason('property_unknown').message, code });
    else if (code === 'custom' && isReason(issue.params?.why)) issues.push(toIssue(path, issue.params.why));
    else if (issue.input === undefined) issues.push({ path, message: issue.message, code: 'required' });
    else issues.push({ path, message: issue.message, code, params: toParams(issue) });
  }
  return undefined;
}

/**
 * Schemas of the contract provide the reason for errors that zod cannot describe (contract/src/reasons.ts, `because`).
 */
const isReason = (value: unknown): value is Reason =>
  isRecord(value) && typeof value.reason === 'string' && typeof value.message === 'string';

const paramNames = ['expected', 'origin', 'minimum', 'maximum', 'divisor', 'format'];

/** Returns code and parameters of the issue for clients that translate it. */
const toParams = (issue: object): NonNullable<Issue['params']> =>
  Object.fromEntries(
    Object.entries(issue)
      .filter(([name]) => paramNames.includes(name))
      .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** Detects NUL, which databases do not store in text. Bodies are checked when they are parsed. */
const hasNul = (values: unknown): boolean =>
  Object.values(values ?? {}).some((value) => String(value).includes('\0'));
