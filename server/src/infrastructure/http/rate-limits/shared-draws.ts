// Rate limits across servers: twice a second, each server reports the tokens that clients have drawn to the others, so
// that a client of several servers has one bucket. Between reports, a client may draw a tenth of its burst from each.
import { channel, type EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Draws, RateLimiter } from './rate-limit.ts';

export type LimiterKind = 'anonymous' | 'authenticated';

const tokensDrawn = channel<{ origin: string; kind: LimiterKind; draws: Draws }>('rate-limit.drawn');

const intervalMs = 500;
/** Draws of one message, whose size is limited. */
const maxDraws = 100;

/** Shares the draws of limiters until the returned function is called. */
export function shareDraws(
  limiters: Readonly<Record<LimiterKind, RateLimiter>>,
  events: EventBus,
): () => void {
  const origin = newId();
  const kinds = ['anonymous', 'authenticated'] as const;
  const unsubscribe = events.subscribe(tokensDrawn, (message) => {
    if (message.origin !== origin) limiters[message.kind].drawElsewhere(message.draws);
  });
  const timer = setInterval(() => {
    for (const kind of kinds) {
      const all = limiters[kind].takeDraws();
      for (let from = 0; from < all.length; from += maxDraws)
        events.publish(tokensDrawn, { origin, kind, draws: all.slice(from, from + maxDraws) });
    }
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
