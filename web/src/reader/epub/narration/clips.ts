// Parses EPUB media overlays, which map parts of audio files to parts of the text (SMIL, EPUB 3.3 section 9).
import { fetchResource } from '../book/resources.ts';

export interface Clip {
  /** URL of the document without its fragment, and the id of the element. */
  url: string;
  fragment: string;
  sound: string;
  /** In seconds. Without an end, the clip plays to the end of the file. */
  begin: number;
  end: number | undefined;
}

const maxClips = 20_000;
const secondsOfUnit: Readonly<Record<string, number>> = { h: 3_600, min: 60, s: 1, ms: 0.001 };

/** Parses "0:01:02.5", "1:02", "62.5s", "1.5min" or "62" to seconds. Undefined for an invalid time. */
export function toSeconds(clock: string): number | undefined {
  const [, amount, unit = 's'] = /^([\d.]{1,12})(h|min|s|ms)?$/.exec(clock.trim()) ?? [];
  if (amount !== undefined) return toNumber(amount, secondsOfUnit[unit] ?? 1);
  const parts = clock
    .trim()
    .split(':')
    .map((part) => toNumber(part, 1));
  if (parts.length < 2 || parts.length > 3) return undefined;
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum * 60 + part),
    0,
  );
}

function toNumber(text: string, factor: number): number | undefined {
  const value = text === '' ? Number.NaN : Number(text) * factor;
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/**
 * Clips in playing order. Skips entries without audio or with audio outside the book. `folder` is the URL of the book's
 * files.
 */
function parseOverlay(smil: Document, base: string, folder: string): Clip[] {
  const clips: Clip[] = [];
  for (const par of smil.getElementsByTagNameNS('*', 'par')) {
    if (clips.length === maxClips) break;
    const text = findAddress(par, 'text', base);
    const sound = findAddress(par, 'audio', base);
    if (!text || !sound?.url.startsWith(folder)) continue;
    const [audio] = par.getElementsByTagNameNS('*', 'audio');
    const begin = toSeconds(audio?.getAttribute('clipBegin') ?? '') ?? 0;
    const end = toSeconds(audio?.getAttribute('clipEnd') ?? '');
    if (end !== undefined && end <= begin) continue;
    clips.push({ ...text, sound: sound.url, begin, end });
  }
  return clips;
}

function findAddress(
  par: Element,
  name: string,
  base: string,
): { url: string; fragment: string } | undefined {
  const source = par.getElementsByTagNameNS('*', name)[0]?.getAttribute('src');
  if (!source) return undefined;
  try {
    const url = new URL(source, base);
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    return { url: url.href, fragment };
  } catch {
    return undefined;
  }
}

export async function readOverlay(url: string, folder: string): Promise<Clip[]> {
  const text = await (await fetchResource(url)).text();
  return parseOverlay(new DOMParser().parseFromString(text, 'application/xml'), url, folder);
}
