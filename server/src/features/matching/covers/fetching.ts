// Downloads a provider's image through the restricted HTTP client. Returns the image or the reason for the failure.
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { conflict, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import { type Outside, OutsideError } from '#infrastructure/outside/index.ts';
import { isMissing, noteMissing } from './store.ts';

/** An image named by a provider. */
export interface Offer {
  /** Package of the plugin. */
  provider: string;
  name: string;
  url: string;
}

export interface FetchDependencies {
  database: { db: Db };
  outside: Outside;
  clock: Clock;
}

/** Reason for a missing image. `isPassing`: a later attempt may succeed. */
export interface NoPicture {
  why: Reason;
  isPassing: boolean;
}

const dayMs = 24 * 60 * 60_000;
const passing: ReadonlySet<OutsideError['kind']> = new Set(['silent', 'timeout', 'garbled']);

/** Throws conflict if Internet access is turned off. */
export async function fetchPicture(
  { database: { db }, outside, clock }: FetchDependencies,
  { url, name }: Offer,
  signal?: AbortSignal,
): Promise<Uint8Array | NoPicture> {
  const missing = { why: reason('cover_gone', { name }), isPassing: false };
  if (await isMissing(db, url, clock())) return missing;
  try {
    const image = await outside.askForImage({ url, signal });
    if (image) return image.bytes;
    await noteMissing(db, url, { nowMs: clock(), until: clock() + dayMs });
    return missing;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.kind === 'offline') throw conflict(reason('plugin_offline'));
    if (error.kind === 'no_image') return { why: reason('cover_no_picture', { name }), isPassing: false };
    const why = reason('cover_not_fetched', { name, why: error.message });
    return { why, isPassing: passing.has(error.kind) };
  }
}

/** Error of storing an image that cannot be decoded. */
export function toUndecodable(error: unknown, { name }: Offer): NoPicture {
  const isOfPicture =
    error instanceof Problem && ['unsupported_media_type', 'validation_failed'].includes(error.code);
  if (!isOfPicture) throw error;
  return { why: reason('cover_no_picture', { name }), isPassing: false };
}
