// Doing something on the server from a page: what it makes untrue is asked again, what fails is told.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, tell } from './toasts.tsx';

interface Doing<R> {
  work(): Promise<R>;
  /** Told when it is done. */
  done?: string | ((result: R) => string);
  /** Takes it back. */
  undo?(): Promise<unknown>;
  /** Also when it is done. */
  after?(): unknown;
}

export interface Acting {
  /** Tells also what fails. */
  act<R>(doing: Doing<R>): void;
  /** The same for what was asked about first: throws what fails, which the question tells of. */
  carryOut<R>(doing: Doing<R>): Promise<void>;
  isBusy: boolean;
  /** Asks again for what is untrue now. */
  refresh(): Promise<unknown>;
}

/** `keys` are of what the doing changes. */
export function useAction(...keys: readonly QueryKey[]): Acting {
  const queries = useQueryClient();
  const refresh = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const { mutate, isPending } = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    onError: showError,
  });
  async function carryOut<R>({ work, done, undo, after }: Doing<R>): Promise<void> {
    const result = await work();
    await refresh();
    const back = undo && (() => undo().catch(showError).then(refresh));
    if (done) tell(typeof done === 'string' ? done : done(result), back);
    after?.();
  }
  return { act: (doing) => mutate(() => carryOut(doing)), carryOut, isBusy: isPending, refresh };
}
