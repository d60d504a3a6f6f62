// Media overlays of EPUB 3: the documents with synchronized audio, and the book's metadata about it.
import type { Opf, OpfItem } from '../opf/types.ts';
import { toDefined } from '../values/defined.ts';
import type { FindEntry } from './archive.ts';
import type { EpubOverlays, EpubSpineItem } from './structure.ts';

const smilType = 'application/smil+xml';
const maxNarrators = 20;

/** Returns a function that finds the entry name of the SMIL document of an item, if it exists. */
export function createOverlayFinder({ manifest }: Opf, find: FindEntry) {
  const byId = new Map(manifest.map((item) => [item.id, item]));
  return ({ overlay }: OpfItem): string | undefined => {
    const item = overlay === undefined ? undefined : byId.get(overlay);
    return item?.mediaType === smilType ? find(item)?.name : undefined;
  };
}

/** Returns undefined if no document has an overlay. */
export function readOverlays(
  { metas }: Opf,
  spine: readonly Pick<EpubSpineItem, 'overlay'>[],
): EpubOverlays | undefined {
  if (!spine.some(({ overlay }) => overlay !== undefined)) return undefined;
  const first = (name: string) => metas.get(`media:${name}`)?.[0];
  const narrators = metas.get('media:narrator')?.slice(0, maxNarrators);
  return toDefined<EpubOverlays>({
    durationSeconds: parseClock(first('duration') ?? ''),
    narrators: narrators?.length ? [...narrators] : undefined,
    activeClass: toClass(first('active-class')),
    playbackActiveClass: toClass(first('playback-active-class')),
  });
}

/** Returns a single class name without its leading dot, or undefined if it is invalid. */
const toClass = (value: string | undefined): string | undefined =>
  value !== undefined && /^-?[a-z_][\w-]{0,99}$/i.test(value.replace(/^\./, ''))
    ? value.replace(/^\./, '')
    : undefined;

const secondsOf: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001 };

/**
 * Parses a SMIL 3 clock value ("1:02:03.5", "02:03", "3.5min", "12s", "12") into seconds. Returns undefined
 * for any other text.
 */
export function parseClock(text: string): number | undefined {
  const value = text.trim();
  const timed = /^(\d{1,6}(?:\.\d{1,6})?)(h|min|s|ms)?$/.exec(value);
  if (timed) return Number(timed[1]) * (secondsOf[timed[2] ?? 's'] ?? 1);
  const clock = /^(?:(\d{1,6}):)?([0-5]?\d):([0-5]?\d(?:\.\d{1,6})?)$/.exec(value);
  if (!clock) return undefined;
  return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
}
