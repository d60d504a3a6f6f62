// Creates small real images, so that none has to be committed. Each is encoded once per process.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

export type MadeFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff';

export interface ImageSpec {
  /** Default jpeg. */
  format?: MadeFormat;
  /** Pixels. Default 40 x 60, a portrait page. */
  width?: number;
  height?: number;
  /** CSS color of the left half. The right half is white, so that rotation and mirroring are visible. */
  color?: string;
  /** EXIF orientation, 1 to 8, written to the file. The stored pixels are not rotated. */
  orientation?: number;
}

const made = new Map<string, Promise<Buffer>>();

/** Returns an image of this format and size. Calls share the bytes: copy them before changing them. */
export function makeImage(spec: ImageSpec = {}): Promise<Buffer> {
  const key = JSON.stringify(spec);
  const known = made.get(key);
  if (known !== undefined) return known;
  const bytes = encode(spec);
  made.set(key, bytes);
  return bytes;
}

function encode(spec: ImageSpec): Promise<Buffer> {
  const { width = 40, height = 60, color = '#24c', format = 'jpeg', orientation } = spec;
  const half = { width: Math.max(1, width >> 1), height, channels: 3 as const, background: color };
  const page = sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([{ input: { create: half }, left: 0, top: 0 }])
    .toFormat(format, format === 'avif' ? { effort: 0 } : {});
  return (orientation === undefined ? page : page.withMetadata({ orientation })).toBuffer();
}

/** Returns the same image as JPEG XL, which sharp cannot write. The first call takes about 100 ms. */
export async function makeJxl(spec: Omit<ImageSpec, 'format' | 'orientation'> = {}): Promise<Buffer> {
  const png = await makeImage({ ...spec, format: 'png' });
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { default: create } = await import('@jsquash/jxl/codec/enc/jxl_enc.js');
  const { defaultOptions } = await import('@jsquash/jxl/meta.js');
  const wasm = import.meta.resolve('@jsquash/jxl/codec/enc/jxl_enc.js').replace(/[.]js$/, '.wasm');
  const encoder = await create({ noInitialRun: true, wasmBinary: await readFile(fileURLToPath(wasm)) });
  return Buffer.from(encoder.encode(data, info.width, info.height, defaultOptions));
}

/** Returns width and height as stored, read with sharp. Throws if the image cannot be read. */
export async function measureImage(bytes: Uint8Array): Promise<[width: number, height: number]> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return [width, height];
}

/**
 * A HEIC image, 64 × 48: left half red, right half blue. No free HEVC encoder is available in JavaScript, so these
 * bytes were created with `heif-enc -q 40` of libheif: a grid of one tile, whereas phones write several tiles.
 */
const heic = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAQwACAAEAAAAAAAAA',
    'AQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAA',
    'ALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQED',
    'cAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlz',
    'cGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGlt',
    'ZwACAAEAAQAAAEttZGF0AAAAPygBr1jm9Oq//+rbv/77pIfSq/9f/4EPVfy0/P+5hWddolpmkJ8lLyPDygEIvXSstIF+6STPOMlJ',
    'EW7nTbCrgA==',
  ].join(''),
  'base64',
);

/** `width` and `height` replace the declared size. */
export function makeHeic({ width, height }: { width?: number; height?: number } = {}): Buffer {
  const bytes = Buffer.from(heic);
  // The second size property is that of the grid, the first that of its tile.
  const ispe = bytes.indexOf('ispe', bytes.indexOf('ispe') + 4);
  if (width !== undefined) bytes.writeUInt32BE(width, ispe + 8);
  if (height !== undefined) bytes.writeUInt32BE(height, ispe + 12);
  return bytes;
}

/** Number of fields in the drawing. */
const columns = 7;
const rows = 10;

export type Change = (picture: Sharp) => Sharp;

/** Returns a generator of numbers from 0 to 1, seeded by the name. */
function createChance(name: string): () => number {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 2_166_136_261);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Draws a page of random gray fields, determined by the name, as JPEG. `change` is applied before encoding. */
export async function drawPage(name: string, change: Change = (picture) => picture): Promise<Buffer> {
  const chance = createChance(name);
  const fields = Buffer.from(Array.from({ length: columns * rows }, () => Math.floor(chance() * 256)));
  const drawn = await sharp(fields, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(350, 500, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
  const changed = await change(sharp(drawn)).png().toBuffer();
  return sharp(changed).jpeg({ quality: 80 }).toBuffer();
}

export const drawBlank = (): Promise<Buffer> =>
  sharp({ create: { width: 350, height: 500, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
