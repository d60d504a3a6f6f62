// Decides which SVG covers may be rendered. librsvg does not run scripts. Without a base URL for bytes in memory it does
// not open files or URLs either. Only work and size need limits.
import { type ImagePurpose, tooLarge, undecodable } from '../failure.ts';

/** Covers have a few KiB or contain one embedded photo. */
const MAX_SVG_BYTES = 4 * 1024 * 1024;
/** The cost of filters depends on their area, not on their bytes. Covers do not need more. */
const MAX_FILTER_PRIMITIVES = 16;
/** Nested `use` elements multiply. The limit of librsvg is far above the needs of a cover. */
const MAX_USES = 1000;
/** Longest side in pixels of an image that is rendered by its viewBox. */
const VIEW_BOX_SIDE = 2048;
const ROOT_BYTES = 16 * 1024;
const DEFAULT_DENSITY = 72;

/**
 * Throws FormatError of the purpose if an SVG is too large for a cover, or declares entities (which could multiply), too
 * many filters or too many references.
 */
export function checkSvg(bytes: Uint8Array, purpose: ImagePurpose): void {
  if (bytes.length > MAX_SVG_BYTES) throw tooLarge(purpose, 'The SVG picture is too large');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (text.includes('<!ENTITY')) throw undecodable(purpose, 'The SVG picture declares entities');
  if (
    count(text, 'fe', MAX_FILTER_PRIMITIVES) > MAX_FILTER_PRIMITIVES ||
    count(text, 'use', MAX_USES) > MAX_USES
  ) {
    throw tooLarge(purpose, 'The SVG picture is too complex');
  }
}

/** Counts elements whose name begins with `name`, with or without a prefix. Stops after `max`. */
function count(text: Buffer, name: string, max: number): number {
  let found = 0;
  for (const mark of [`<${name}`, `:${name}`]) {
    for (let at = text.indexOf(mark); at >= 0 && found <= max; at = text.indexOf(mark, at + 1)) found++;
  }
  return found;
}

/**
 * Returns the dots per inch to render an SVG with. An SVG without width and height is rendered by its viewBox (SVG 1.1,
 * 7.8), whose units are not pixels: small drawings with 40,000 units are common.
 */
export function findSvgDensity(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, ROOT_BYTES)).toString(
    'latin1',
  );
  const from = head.search(/<(?:\w{1,20}:)?svg[\s>]/);
  const root = from < 0 ? '' : head.slice(from, head.indexOf('>', from) + 1);
  const box = /\sviewBox\s?=\s?["']([^"']{1,200})["']/.exec(root)?.[1];
  if (box === undefined || /\s(?:width|height)\s?=/.test(root)) return DEFAULT_DENSITY;
  const [width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .slice(2)
    .map(Number);
  const side = Math.max(width, height);
  return side > VIEW_BOX_SIDE ? Math.max(1, (DEFAULT_DENSITY * VIEW_BOX_SIDE) / side) : DEFAULT_DENSITY;
}
