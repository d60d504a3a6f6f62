// A picture of a provider, by the guarded way out: what is at its address, and what is wrong with it.
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { conflict, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import { type Outside, OutsideError } from '#infrastructure/outside/index.ts';
import { isMissing, noteMissing } from './store.ts';

/** A picture that a provider names. */
export interface Offer {
  /** The package of its plugin. */
  provider: string;
  name: string;
  url: string;
}

export interface FetchDependencies {
  database: { db: Db };
  outside: Outside;
  clock: Clock;
}

/** Why there is none: `isPassing` where another time there may be. */
export interface NoPicture {
  why: Reason;
  isPassing: boolean;
}

const dayMs = 24 * 60 * 60_000;
const passing: ReadonlySet<OutsideError['kind']> = new Set(['silent', 'timeout', 'garbled']);

/** Throws conflict while everything outside is turned off. */
export async function fetchPicture(
  { database: { db }, outside, clock }: FetchDependencies,
  { url, name }: Offer,
  signal?: AbortSignal,
): Promise<Uint8Array | NoPicture> {
  const gone = { why: reason('cover_gone', { name }), isPassing: false };
  if (await isMissing(db, url, clock())) return gone;
  try {
    const image = await outside.askForImage({ url, signal });
    if (image) return image.bytes;
    await noteMissing(db, url, { nowMs: clock(), until: clock() + dayMs });
    return gone;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.kind === 'offline') throw conflict(reason('plugin_offline'));
    if (error.kind === 'no_image') return { why: reason('cover_no_picture', { name }), isPassing: false };
    const why = reason('cover_not_fetched', { name, why: error.message });
    return { why, isPassing: passing.has(error.kind) };
  }
}

/** What keeping a picture throws where it cannot be decoded. */
export function toUndecodable(error: unknown, { name }: Offer): NoPicture {
  const isOfPicture =
    error instanceof Problem && ['unsupported_media_type', 'validation_failed'].includes(error.code);
  if (!isOfPicture) throw error;
  return { why: reason('cover_no_picture', { name }), isPassing: false };
}
