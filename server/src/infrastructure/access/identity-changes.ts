// Announces that accounts, sessions or keys have changed, which invalidates cached callers in this process and, over
// the bus, in the others. A process that misses the message reloads them when its cache expires.
import { channel, type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';

/** Accounts, sessions or keys may have changed. */
export const identityChanged = channel<Record<string, never>>('identity.changed');

export interface IdentityChanges {
  /** Increases with every change. */
  readonly generation: number;
  /** Call this after every write that may change the identity or permissions of a caller. */
  announce(): void;
  /**
   * Call this in addition to `announce` if a user's permissions or restrictions have changed. Resolves after its
   * listeners.
   */
  userChanged(userId: string): Promise<void>;
  onUserChanged(listener: (userId: string) => Promise<void>): void;
}

export function createIdentityChanges(events: EventBus): IdentityChanges {
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
