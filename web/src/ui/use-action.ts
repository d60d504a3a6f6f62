// Runs an action on the server, then refetches the queries that it changes; failures are shown as toasts.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showToast } from './toasts.tsx';

interface Doing<R> {
  work(): Promise<R>;
  /** Message of the toast on success. */
  done?: string | ((result: R) => string);
  /** Reverts the action. */
  undo?(): Promise<unknown>;
  /** Called after success. */
  after?(): unknown;
}

export interface ActionState {
  /** Failures are shown as a toast. */
  act<R>(doing: Doing<R>): void;
  /** The same after a confirmation dialog: throws failures, which the dialog shows. */
  carryOut<R>(doing: Doing<R>): Promise<void>;
  isBusy: boolean;
  /** Refetches the changed queries. */
  refresh(): Promise<unknown>;
}

/** `keys` of the queries that the action changes. */
export function useAction(...keys: readonly QueryKey[]): ActionState {
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
    if (done) showToast(typeof done === 'string' ? done : done(result), back);
    after?.();
  }
  return { act: (doing) => mutate(() => carryOut(doing)), carryOut, isBusy: isPending, refresh };
}
