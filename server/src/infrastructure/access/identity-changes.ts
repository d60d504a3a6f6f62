// Says that accounts, sessions or keys have changed, so that what is remembered of callers is asked for again: in this
// process and, over the bus, in the others. A process that was not reached finds out when what it remembers is no
// longer fresh.
import { channel, type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';

/** Who somebody is, or what they may do, may have changed. */
export const identityChanged = channel<Record<string, never>>('identity.changed');

export interface IdentityChanges {
  /** Grows with every change. */
  readonly generation: number;
  /** To be called after every write that may change who a caller is or what they may do. */
  announce(): void;
  /** To be called, beside `announce`, when a user may do or see something else: resolves when what follows is done. */
  userChanged(userId: string): Promise<void>;
  onUserChanged(listener: (userId: string) => Promise<void>): void;
}

export function createIdentityChanges(events: Pick<EventBus, 'publish' | 'subscribe'>): IdentityChanges {
  let generation = 0;
  const change = () => {
    generation++;
  };
  const listeners: ((userId: string) => Promise<void>)[] = [];
  events.subscribe(identityChanged, change);
  events.subscribe(messagesMissed, change);
  return {
    get generation() {
      return generation;
    },
    announce: () => events.publish(identityChanged, {}),
    async userChanged(userId) {
      await Promise.all(listeners.map((listener) => listener(userId)));
    },
    onUserChanged: (listener) => void listeners.push(listener),
  };
}
