// Decodes JPEG XL pages, which sharp does not support, with the libjxl build of @jsquash/jxl.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ImagePurpose, undecodable } from '../failure.ts';
import type { RawImage } from './pixels.ts';

/**
 * Decodes to 8-bit sRGB with alpha, rotated upright. Takes about 300 ms per megapixel. Every image gets a new decoder
 * (6 ms): WebAssembly memory never shrinks, and a decoder is not reused after a hostile file. The caller must check the
 * size first: libjxl needs about 60 bytes per pixel (295 MB of heap for 2880 x 1620).
 * @throws FormatError of the purpose: undecodable
 */
export async function decodeJxl(bytes: Uint8Array, purpose: ImagePurpose): Promise<RawImage> {
  const decoder = await createDecoder();
  let decoded: unknown;
  try {
    decoded = decoder.decode(bytes);
  } catch (cause) {
    throw undecodable(purpose, 'The JPEG XL picture cannot be decoded', cause);
  }
  if (!isImageData(decoded)) throw undecodable(purpose, 'The JPEG XL picture cannot be decoded');
  const { data, width, height } = decoded;
  return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height, channels: 4 };
}

async function createDecoder() {
  const script = '@jsquash/jxl/codec/dec/jxl_dec.js';
  const { default: create } = await import('@jsquash/jxl/codec/dec/jxl_dec.js');
  // Passed explicitly: the script would fetch the file by URL, which Node does not support for files.
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve(script).replace(/[.]js$/, '.wasm')));
  return create({ noInitialRun: true, wasmBinary, print: ignore, printErr: ignore });
}

function ignore(): void {}

function isImageData(value: unknown): value is { data: Uint8ClampedArray; width: number; height: number } {
  if (typeof value !== 'object' || value === null) return false;
  if (!('data' in value && 'width' in value && 'height' in value)) return false;
  const { data, width, height } = value;
  return data instanceof Uint8ClampedArray && Number(width) * Number(height) * 4 === data.length;
}
