// Draws a cover with title and author, for books without an image. Looks like the designed covers of the web client.
import type { Font } from 'opentype.js';
import { loadSharp } from '../image/sharp.ts';
import { toHex } from './colors.ts';
import { fitText, type TextBlock, toLetters, toOutlines } from './lettering.ts';

export interface DesignedCover {
  title: string;
  /** Authors or series. */
  line: string | null;
  /** Hue of the colors in degrees of OKLCH. */
  hue: number;
  /** Width of the result in pixels. The height is one and a half times the width. */
  width: number;
  /** Quality of the JPEG, 1 to 100. */
  quality: number;
}

/** Parses a TrueType font. Takes about 75 ms. */
export async function parseCoverFont(bytes: Uint8Array): Promise<Font> {
  const { default: opentype } = await import('opentype.js');
  return opentype.parse(new Uint8Array(bytes).buffer);
}

/** Size of the drawing in its own units. */
const size = { width: 400, height: 600 };
const left = 52;
const right = size.width - 34;
const titleTop = 90;
/** Titles must not reach the line above the author. */
const titleHeight = 330;
const titleLeading = 1.14;
const lineLeading = 1.22;

/**
 * Returns a JPEG. A title with letters that the font lacks is replaced with a picture of a book, and such an author is
 * omitted.
 */
export async function drawDesignedCover(font: Font, cover: DesignedCover): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const svg = Buffer.from(toSvg(font, cover));
  return sharp(svg).flatten({ background: '#fff' }).jpeg({ quality: cover.quality }).toBuffer();
}

function toSvg(font: Font, { title, line, hue, width }: DesignedCover): string {
  const area = { width: right - left };
  const letters = toLetters(font, title);
  const titleBlock =
    letters &&
    fitText(font, letters, {
      ...area,
      sizes: [58, 52, 46, 41, 36, 32, 28, 25],
      maxLines: (each) => Math.floor(titleHeight / (each * titleLeading)),
    });
  const lineLetters = line === null ? undefined : toLetters(font, line);
  const lineBlock =
    lineLetters && fitText(font, lineLetters, { ...area, sizes: [22, 19], maxLines: () => 2 });
  const accent = toHex(0.86, 0.07, hue + 60);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round(width * 1.5)}" viewBox="0 0 ${size.width} ${size.height}">`,
    toBackground(hue, accent),
    titleBlock ? toTitle(font, titleBlock, accent) : toBook(accent),
    lineBlock ? toFoot(font, lineBlock) : '',
    '</svg>',
  ].join('');
}

/** A gradient with light from the top right, rings in the bottom corner and the shadow of a spine. */
function toBackground(hue: number, accent: string): string {
  const { width, height } = size;
  const light = toHex(0.62, 0.12, hue + 40);
  const all = `width="${width}" height="${height}"`;
  const rings = [70, 110, 150, 190, 230].map(
    (radius) => `<circle cx="${width - 10}" cy="${height - 10}" r="${radius}"/>`,
  );
  return `<defs>
<linearGradient id="base" x1="0" y1="0" x2=".35" y2="1"><stop stop-color="${toHex(0.46, 0.1, hue)}"/><stop offset="1" stop-color="${toHex(0.25, 0.07, hue + 25)}"/></linearGradient>
<radialGradient id="light" cx=".85" cy="0" r=".9"><stop stop-color="${light}" stop-opacity=".6"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
<linearGradient id="spine"><stop stop-opacity=".36"/><stop offset=".5" stop-opacity=".1"/><stop offset=".56" stop-color="#fff" stop-opacity=".14"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
</defs><rect ${all} fill="url(#base)"/><rect ${all} fill="url(#light)"/>
<g fill="none" stroke="${accent}" stroke-opacity=".1" stroke-width="1.5">${rings.join('')}</g>
<rect width="38" height="${height}" fill="url(#spine)"/>`;
}

function toTitle(font: Font, block: TextBlock, accent: string): string {
  const at = { x: left, y: titleTop + block.size * 0.86, lineHeight: block.size * titleLeading };
  return `<path d="M${left} 62h46" stroke="${accent}" stroke-width="4"/><path fill="#fff" d="${toOutlines(font, block, at)}"/>`;
}

/** An open book. */
const toBook = (accent: string): string =>
  `<g transform="translate(112 176) scale(8)" fill="none" stroke="${accent}" stroke-width="1" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".8">` +
  '<path d="M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6v13M12 6v13M21 6v13"/></g>';

function toFoot(font: Font, block: TextBlock): string {
  const at = { x: left, y: size.height - 66, lineHeight: block.size * lineLeading };
  return `<path d="M${left} ${size.height - 96}H${right}" stroke="#fff" stroke-opacity=".35"/><path fill="#fff" fill-opacity=".92" d="${toOutlines(font, block, at)}"/>`;
}
