// URLs of the dictionary and translator for selected text, from the server's settings or the user's own.
import { toRecord } from '@lectern/contract/records';
import { isLookupAddress } from '@lectern/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const lookupPreference = 'web.lookup';

/** The user's choice. Empty and missing values follow the server. */
export interface OwnLookups {
  dictionary?: string;
  translation?: string;
}

export function readOwnLookups(stored: unknown): OwnLookups {
  const { dictionary, translation } = toRecord(stored);
  const read = (value: unknown) => (typeof value === 'string' && isLookupAddress(value) ? value : undefined);
  const one = read(dictionary);
  const other = read(translation);
  return { ...(one && { dictionary: one }), ...(other && { translation: other }) };
}

export const serverLookups = queryOptions({
  queryKey: ['lookups', 'server'],
  queryFn: ({ signal }) => call('GET /api/v1/lookups', {}, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** The effective URLs. Undefined if there is none. */
export const lookups = queryOptions({
  queryKey: ['lookups', 'own'],
  queryFn: async ({ signal }): Promise<OwnLookups> => {
    const [ofServer, preferences] = await Promise.all([
      call('GET /api/v1/lookups', {}, { signal }),
      call('GET /api/v1/user/preferences', {}, { signal }),
    ]);
    return { ...readOwnLookups(ofServer), ...readOwnLookups(preferences[lookupPreference]) };
  },
  staleTime: 60_000,
  retry: false,
});

interface Words {
  text: string;
  /** Language of the book. */
  language: string | undefined;
  /** Language of the interface. */
  to: string;
}

const maxLetters = 1_000;

export function toLookupUrl(address: string, { text, language, to }: Words): string {
  const words = [...text.replace(/\s+/g, ' ').trim()].slice(0, maxLetters).join('');
  const values: Record<string, string> = { text: words, language: language?.split('-')[0] ?? 'auto', to };
  return address.replace(/\{(text|language|to)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
