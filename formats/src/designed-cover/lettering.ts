// Sets text as outlines, because a machine may have no fonts and confined processes cannot read them.
import type { Font, Glyph } from 'opentype.js';

/** Longer titles and names are truncated before they are measured. */
const maxCharacters = 300;

/** The characters of a text that the font contains; undefined if it lacks a letter of the text. */
export function toLetters(font: Font, text: string): string | undefined {
  const kept: string[] = [];
  for (const character of text.toWellFormed().normalize('NFC').slice(0, maxCharacters).toWellFormed()) {
    if (/\s/.test(character)) kept.push(' ');
    else if (font.charToGlyphIndex(character) > 0) kept.push(character);
    else if (/[\p{L}\p{N}]/u.test(character)) return undefined;
  }
  return kept.join('').replace(/ +/g, ' ').trim() || undefined;
}

export interface TextBlock {
  lines: string[];
  /** Font size in the units of the drawing. */
  size: number;
}

interface Area {
  width: number;
  maxLines(size: number): number;
  /** Largest first. */
  sizes: readonly number[];
}

/** Breaks a text into lines of the largest size that fits. At the smallest size, long words are split and lines cut. */
export function fitText(font: Font, text: string, { width, maxLines, sizes }: Area): TextBlock {
  for (const size of sizes) {
    const lines = breakLines(font, text, { size, width });
    if (lines.length <= maxLines(size) && lines.every((line) => measure(font, line, size) <= width))
      return { lines, size };
  }
  const size = sizes.at(-1) ?? 16;
  const lines = breakLines(font, text, { size, width }).flatMap((line) =>
    splitLine(font, line, { size, width }),
  );
  const most = maxLines(size);
  if (lines.length <= most) return { lines, size };
  const last = `${[...(lines[most - 1] ?? '')].slice(0, -1).join('').trimEnd()}…`;
  return { lines: [...lines.slice(0, most - 1), last], size };
}

interface Line {
  size: number;
  width: number;
}

function breakLines(font: Font, text: string, { size, width }: Line): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(font, longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Splits a line that consists of a single word. */
function splitLine(font: Font, line: string, { size, width }: Line): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (part !== '' && measure(font, part + character, size) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

const measure = (font: Font, line: string, size: number): number => place(font, line, size).width;

/** The glyphs of a line with their offsets. Uses kerning but no ligatures. */
function place(font: Font, line: string, size: number): { glyphs: [Glyph, number][]; width: number } {
  const scale = size / font.unitsPerEm;
  const glyphs: [Glyph, number][] = [];
  let width = 0;
  let before: Glyph | undefined;
  for (const character of line) {
    const glyph = font.charToGlyph(character);
    if (before) width += font.getKerningValue(before, glyph) * scale;
    glyphs.push([glyph, width]);
    width += (glyph.advanceWidth ?? 0) * scale;
    before = glyph;
  }
  return { glyphs, width };
}

/** The outlines as data of an SVG path. `y` is the baseline of the first line. */
export function toOutlines(
  font: Font,
  { lines, size }: TextBlock,
  { x, y, lineHeight }: { x: number; y: number; lineHeight: number },
): string {
  return lines
    .flatMap((line, i) =>
      place(font, line, size).glyphs.map(([glyph, offset]) =>
        glyph.getPath(x + offset, y + i * lineHeight, size).toPathData(1),
      ),
    )
    .join('');
}
