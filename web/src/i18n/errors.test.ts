import { errorStatuses, type Issue } from '@lectern/contract/errors';
import { reasonKeys, reasonMessages } from '@lectern/contract/reasons';
import { bookErrorTypes } from '@lectern/contract/values';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeError, describeIssue } from './errors.ts';
import { setLanguage } from './language.ts';
import { type Language, languages } from './languages.ts';
import { loadMessages } from './messages.ts';
import { describeBookError, describeReason } from './reports.ts';

const catalogues = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' });
const codes = Object.keys(errorStatuses) as (keyof typeof errorStatuses)[];

beforeEach(() => {
  vi.stubGlobal('localStorage', { setItem: () => {}, getItem: () => null });
  vi.stubGlobal('fetch', (url: string) => {
    const language = /(\w+)(?:-[^/]*)?[.]json/.exec(url)?.[1];
    return Promise.resolve({ ok: true, json: async () => catalogues[`./${language}.json`] });
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function speak(language: Language): Promise<void> {
  await loadMessages(language);
  setLanguage(language);
}

/** An error as thrown by api/call.ts. */
const thrown = (code: string, details?: unknown, reason?: string) =>
  Object.assign(new Error('An English sentence of the server'), { code, details, reason });

const kinds: Pick<Issue, 'code' | 'params'>[] = [
  { code: 'required' },
  { code: 'invalid_type', params: { expected: 'string' } },
  { code: 'invalid_type', params: { expected: 'map' } },
  { code: 'too_small', params: { origin: 'string', minimum: 8 } },
  { code: 'too_big', params: { origin: 'array', maximum: 3 } },
  { code: 'not_multiple_of', params: { divisor: 5 } },
  { code: 'invalid_format', params: { format: 'email' } },
  { code: 'invalid_format', params: { format: 'regex' } },
  { code: 'invalid_value' },
  { code: 'invalid_union' },
  { code: 'invalid_key' },
  { code: 'invalid_element' },
  { code: 'unrecognized_keys' },
  { code: 'custom' },
  {},
];
const issues = kinds.map(
  (kind): Issue => ({ path: 'body.name', message: 'An English sentence of the server', ...kind }),
);

describe.each(Object.keys(languages).filter((one) => one !== 'en') as Language[])('in %s', (language) => {
  beforeEach(() => speak(language));

  test.each(codes)('translates the error %s', (code) => {
    const english = catalogues['./en.json'] ?? {};
    const said = describeError(thrown(code));
    expect(said).not.toMatch(/English sentence|errors[.]/);
    expect(said).not.toBe(english[`errors.${code}`]);
  });

  test('translates every reason in errors, issues, tasks and scans', () => {
    const english: string[] = Object.values(reasonMessages);
    for (const reason of reasonKeys) {
      const message = 'An English sentence of the server';
      // File errors include the archive entry, if any.
      const params = { entry: '' };
      const said = describeReason({ reason, message, params });
      expect(said).not.toMatch(/English sentence|reasons[.]/);
      expect(english).not.toContain(said);
      expect(describeError(thrown('conflict', undefined, reason))).toBe(said);
      expect(describeIssue({ path: 'body.name', message, code: reason, params })).toBe(said);
    }
  });

  test.each(bookErrorTypes)('translates the file error %s', (errorType) => {
    const message = 'An English sentence of the server';
    const english = Object.values(catalogues['./en.json'] ?? {});
    for (const details of [undefined, { reason: 'unheard' }, { reason: 'truncated' }])
      expect(english).not.toContain(describeBookError({ errorType, message, details }));
    expect(describeError(thrown('page_extraction_failed', { errorType, reason: 'truncated' }))).toBe(
      describeBookError({ errorType, message, details: { reason: 'truncated' } }),
    );
  });

  test.each(issues)('translates the issue $code $params', (issue) => {
    const said = describeIssue(issue);
    expect(said).not.toMatch(/English sentence|validation[.]/);
    expect(Object.values(catalogues['./en.json'] ?? {})).not.toContain(said);
    expect(describeError(thrown('validation_failed', { issues: [issue] }))).toContain(said);
  });

  test('translates errors of the client', () =>
    expect(describeError(new Error('Something in English'))).not.toContain('English'));
});

test('takes English messages of the server from its response', async () => {
  await speak('en');
  expect(Object.keys(catalogues['./en.json'] ?? {}).filter((key) => key.startsWith('reasons.'))).toEqual([]);
  const message = 'An English sentence of the server';
  for (const reason of reasonKeys) {
    expect(describeReason({ reason, message })).toBe(message);
    expect(describeError(thrown('conflict', undefined, reason))).toBe(message);
    expect(describeIssue({ path: 'body.name', message, code: reason })).toBe(message);
  }
});

test("shows the server's message in English, with described issues", async () => {
  await speak('de');
  await speak('en');
  expect(describeError(thrown('conflict'))).toBe('An English sentence of the server');
  expect(describeIssue(issues[3] as Issue)).toBe('At least 8 characters');
});
