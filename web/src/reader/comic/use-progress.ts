// Tells the server where the reader is: a moment after a page is turned, and at once when the page is left. Whoever
// turns back has not read less.
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { deviceId, deviceName } from '../shared/device.ts';

const waitMs = 1_200;

export function useProgress(bookId: string, pageCount: number) {
  const waiting = useRef<{ page: number; timer: number }>(undefined);

  const send = useCallback(() => {
    const { current } = waiting;
    if (!current) return;
    window.clearTimeout(current.timer);
    waiting.current = undefined;
    const body = {
      currentPage: current.page,
      readAt: new Date().toISOString(),
      deviceId: deviceId(),
      deviceName,
    };
    call('PUT /api/v1/books/{id}/progress', { params: { id: bookId }, body }, { keepalive: true }).catch(
      () => {
        // Not reached: the next page tells it again.
      },
    );
  }, [bookId]);

  const tell = useCallback(
    (page: number) => {
      window.clearTimeout(waiting.current?.timer);
      waiting.current = { page: Math.min(page, pageCount), timer: window.setTimeout(send, waitMs) };
    },
    [send, pageCount],
  );

  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && send();
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', send);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', send);
      send();
    };
  }, [send]);
  return tell;
}
