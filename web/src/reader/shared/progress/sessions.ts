// Records the reading sessions of one open book for statistics and sends each when it ends.
import { deviceId, deviceName } from '../device.ts';
import { makeUuid } from '../ids.ts';
import { sendSessions } from './send.ts';
import { extend, isOver, type ReadingSession, toSession } from './session.ts';
import { saveSession } from './session-store.ts';

export function createSessions({ bookId, userId }: { bookId: string; userId: string }) {
  let current: ReadingSession | undefined;
  const end = () => {
    if (!current) return;
    const rest = { id: makeUuid(), bookId, deviceId: deviceId(), deviceName };
    const session = toSession(current, Date.now(), rest);
    current = undefined;
    if (!session) return;
    saveSession({ userId, session });
    void sendSessions(userId);
  };
  return {
    /** Records the pages of a screen. Empty for text. */
    see(pages: readonly number[]) {
      const now = Date.now();
      if (current && isOver(current, now)) end();
      current = extend(current, now, pages);
    },
    end,
  };
}
