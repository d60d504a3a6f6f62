// Around every page of somebody who is signed in, readers too: what happens on the server is heard, and what was read
// without it is told.
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listen } from '../api/live.ts';

/** Nobody waits for it: the page itself comes first. */
const idleMs = 1_000;
const loadReplay = () => import('../reader/shared/progress/send.ts');

export function SignedIn() {
  const queries = useQueryClient();
  useEffect(() => listen(queries), [queries]);
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    const timer = window.setTimeout(
      () =>
        void loadReplay()
          .then(({ keepReplaying }) => {
            if (!isOver) end = keepReplaying();
          })
          .catch(() => undefined),
      idleMs,
    );
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      end?.();
    };
  }, []);
  return <Outlet />;
}
