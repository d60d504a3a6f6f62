// Doing something on the server from a page: what it makes untrue is asked again, what fails is told.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { tell, tellFault } from '../ui/toasts.tsx';

interface Doing {
  work(): Promise<unknown>;
  /** Told when it is done. */
  done?: string;
  /** Takes it back. */
  undo?(): Promise<unknown>;
  /** Also when it is done. */
  after?(): unknown;
}

export interface Acting {
  act(doing: Doing): void;
  isBusy: boolean;
  /** Asks again for what is untrue now. */
  refresh(): Promise<unknown>;
}

/** `keys` are of what the doing changes. */
export function useAct(...keys: readonly QueryKey[]): Acting {
  const queries = useQueryClient();
  const refresh = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const { mutate, isPending } = useMutation({
    mutationFn: ({ work }: Doing) => work(),
    onError: tellFault,
    async onSuccess(_, { done, undo, after }) {
      await refresh();
      const back = undo && (() => undo().catch(tellFault).then(refresh));
      if (done) tell(done, back);
      after?.();
    },
  });
  return { act: mutate, isBusy: isPending, refresh };
}
