// Kinds of data with a nonzero count, in the order of the server.
import type { ImportDto, ImportKind } from '@lectern/contract/import/imports';
import { keysOf } from '@lectern/contract/records';

export const kindsOf = (counts: ImportDto['plan']['counts']): [ImportKind, number][] =>
  keysOf(counts).flatMap((kind): [ImportKind, number][] => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [[kind, count]] : [];
  });
