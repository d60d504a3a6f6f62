// What an overlay of an EPUB says: which part of which sound goes with which part of the text (SMIL as in EPUB 3.3, 9).
import { fetchResource } from '../book/resources.ts';

export interface Clip {
  /** Address of the document without its fragment, and the element in it. */
  url: string;
  fragment: string;
  sound: string;
  /** Seconds; without an end to the end of the sound. */
  begin: number;
  end: number | undefined;
}

const maxClips = 20_000;
const secondsOfUnit: Readonly<Record<string, number>> = { h: 3_600, min: 60, s: 1, ms: 0.001 };

/** "0:01:02.5", "1:02", "62.5s", "1.5min", "62": seconds; undefined for what is no time. */
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

/** In their order; what has no sound, or one outside of the book, is left out. `folder` is where its files lie. */
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
