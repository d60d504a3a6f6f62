// Wraps every page of a signed-in user, including the readers: listens to server events, and sends reading data recorded
// offline.
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listen } from '../../api/server-events.ts';
import { ModalsSlot } from '../../ui/manage/modals-slot.tsx';

/** Loaded after the page. */
const idleMs = 1_000;
const loadReplay = () => import('../../reader/shared/progress/send.ts');

export function SignedIn() {
  const queries = useQueryClient();
  useEffect(() => listen(queries), [queries]);
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    const timer = window.setTimeout(
      () =>
        void loadReplay()
          .then(({ startReplaying }) => {
            if (!isOver) end = startReplaying();
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
  return (
    <>
      <Outlet />
      <ModalsSlot />
    </>
  );
}
