// Formats: several files of one book form one entry of the library.
import { bookFormats as contract } from '@lectern/contract/libraries/book-formats';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { type Dependencies, FormatDecisions } from './by-hand.ts';

export { alone } from './entries.ts';
export { Formats, publishSettled } from './settle.ts';
export type { FormatDecisions };

export function createFormatsFeature(deps: Dependencies) {
  const decisions = new FormatDecisions(deps);
  return {
    decisions,
    routes: implement(contract, {
      add: async ({ viewer, params, body }) => ({ formats: await decisions.add(viewer, params.id, body) }),
      remove: ({ viewer, params }) => decisions.remove(viewer, params.id, params.bookId),
    }),
  };
}
