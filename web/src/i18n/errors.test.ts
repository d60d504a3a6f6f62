import { errorStatuses, type Issue } from '@lectern/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeError, describeIssue, messageOfCode } from './errors.ts';
import { setLanguage } from './language.ts';
import { type Language, languages } from './languages.ts';
import { loadMessages } from './messages.ts';

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

/** As the client throws it. */
const thrown = (code: string, details?: unknown) =>
  Object.assign(new Error('An English sentence of the server'), { code, details });

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

test('every error code of the API has a message', () =>
  expect(Object.keys(messageOfCode).sort()).toEqual([...codes].sort()));

describe.each(Object.keys(languages).filter((one) => one !== 'en') as Language[])('in %s', (language) => {
  beforeEach(() => speak(language));

  test.each(codes)('the error %s is a sentence of the language', (code) => {
    const english = catalogues['./en.json'] ?? {};
    const said = describeError(thrown(code));
    expect(said).not.toMatch(/English sentence|errors[.]/);
    expect(said).not.toBe(english[`errors.${code}`]);
  });

  test.each(issues)('the issue $code $params is a sentence of the language', (issue) => {
    const said = describeIssue(issue);
    expect(said).not.toMatch(/English sentence|validation[.]/);
    expect(Object.values(catalogues['./en.json'] ?? {})).not.toContain(said);
    expect(describeError(thrown('validation_failed', { issues: [issue] }))).toContain(said);
  });

  test('what the program itself throws is not shown in English', () =>
    expect(describeError(new Error('Something in English'))).not.toContain('English'));
});

test('in English the server is quoted, and issues are put plainly', async () => {
  await speak('de');
  await speak('en');
  expect(describeError(thrown('conflict'))).toBe('An English sentence of the server');
  expect(describeIssue(issues[3] as Issue)).toBe('At least 8 characters');
});
