// Around every page of somebody who is signed in, readers too: what happens on the server is heard, and what was read
// without it is told.
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listen } from '../api/live.ts';

/** Loaded once the page is there: nobody waits for it. */
const loadReplay = () => import('../reader/shared/progress/send.ts');

export function SignedIn() {
  const queries = useQueryClient();
  useEffect(() => listen(queries), [queries]);
  useEffect(() => {
    const beginning = loadReplay()
      .then(({ keepReplaying }) => keepReplaying())
      .catch(() => undefined);
    return () => void beginning.then((end) => end?.());
  }, []);
  return <Outlet />;
}
