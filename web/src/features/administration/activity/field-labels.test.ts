import { beforeAll, expect, test, vi } from 'vitest';
import english from '../../../i18n/en.json' with { type: 'json' };
import { loadMessages } from '../../../i18n/messages.ts';
import { findFieldLabel } from './field-labels.ts';

beforeAll(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: async () => english }));
  await loadMessages('en');
});

test.each([
  ['maxAgeRating', 'administration.users.maxAge'],
  ['titleSort', 'metadata.field_titleSort'],
  ['whatNoFormHas', undefined],
])('returns the form label of %s', (field, label) => {
  expect(findFieldLabel(field)).toBe(label);
});
