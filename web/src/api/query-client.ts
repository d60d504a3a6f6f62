// The cache of server responses. Events invalidate it (server-events.ts).
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { onBack } from './reachability.ts';

/** Client errors, for which a retry would also fail. */
const isPermanent = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

let listenForEnd = (): void => undefined;

/** The listener is called when the server answers 401. */
export function onSessionEnd(listener: () => void): void {
  listenForEnd = listener;
}
const listen = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) listenForEnd();
};

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: listen }),
  mutationCache: new MutationCache({ onError: listen }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => !isPermanent(error) && count < (error instanceof TypeError ? 1 : 3),
      retryDelay: (count, error) =>
        error instanceof ApiError && error.retryAfterSeconds !== undefined
          ? error.retryAfterSeconds * 1_000
          : Math.min(1_000 * 2 ** count, 30_000),
      refetchOnWindowFocus: false,
      // When offline, the service worker answers for downloaded books.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

onBack(
  () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
);
