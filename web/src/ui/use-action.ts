// Runs an action on the server, then refetches the queries that it changes. Shows failures as toasts.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showToast } from './toasts/toasts.tsx';

interface ActionToRun<R> {
  work(): Promise<R>;
  /** Message of the toast on success. */
  done?: string | ((result: R) => string);
  /** Reverts the action. */
  undo?(): Promise<unknown>;
  /** Called after success. */
  after?(): unknown;
}

export interface ActionState {
  /** Shows failures as a toast. */
  act<R>(doing: ActionToRun<R>): void;
  /** For a confirmation dialog: throws failures, which the dialog shows. */
  runAction<R>(doing: ActionToRun<R>): Promise<void>;
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
  async function runAction<R>({ work, done, undo, after }: ActionToRun<R>): Promise<void> {
    const result = await work();
    await refresh();
    const back = undo && (() => undo().catch(showError).then(refresh));
    if (done) showToast(typeof done === 'string' ? done : done(result), back);
    after?.();
  }
  return { act: (doing) => mutate(() => runAction(doing)), runAction, isBusy: isPending, refresh };
}
