// Stretches of reading of one open book, told when they are over: for statistics.
import { deviceId, deviceName } from '../device.ts';
import { makeUuid } from '../ids.ts';
import { sendSessions } from './send.ts';
import { keepSession } from './session-store.ts';
import { extend, isOver, type Stretch, toSession } from './stretch.ts';

export function createSessions({ bookId, userId }: { bookId: string; userId: string }) {
  let stretch: Stretch | undefined;
  const end = () => {
    if (!stretch) return;
    const rest = { id: makeUuid(), bookId, deviceId: deviceId(), deviceName };
    const session = toSession(stretch, Date.now(), rest);
    stretch = undefined;
    if (!session) return;
    keepSession({ userId, session });
    void sendSessions(userId);
  };
  return {
    /** A page is shown; undefined where there are none. */
    see(page: number | undefined) {
      const now = Date.now();
      if (stretch && isOver(stretch, now)) end();
      stretch = extend(stretch, now, page);
    },
    end,
  };
}
