// Decodes HEIC and HEIF pages, which sharp does not support, with the libheif build of libheif-js.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { FormatError } from '../../error.ts';
import { type ImagePurpose, undecodable } from '../failure.ts';
import type { RawImage } from './pixels.ts';

/** The used part of libheif. Failing functions return an object with a `code`. */
interface Heif {
  heif_error_code: { heif_error_Ok: object };
  heif_colorspace: { heif_colorspace_RGB: object };
  heif_chroma: { heif_chroma_interleaved_RGBA: object };
  heif_context_alloc(): object | null;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: object };
  heif_js_context_get_primary_image_handle(context: object): object;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(
    handle: object,
    space: object,
    chroma: object,
  ): { channels?: Channel[] } | Promise<{ channels?: Channel[] }>;
}
interface Channel {
  width: number;
  height: number;
  /** Bytes per row. */
  stride: number;
  data: Uint8Array;
}
type HeifFactory = (options: object) => Heif | Promise<Heif>;

/**
 * Decodes the primary image to 8-bit sRGB with alpha, rotated upright. Takes about 100 ms per megapixel. Every image gets
 * a new decoder (45 ms): WebAssembly memory never shrinks, and a decoder is not reused after a hostile file. `maxPixels`
 * limits the image that libheif finds, whose size may differ from the header.
 * @throws FormatError of the purpose: undecodable
 */
export async function decodeHeic(
  bytes: Uint8Array,
  { purpose, maxPixels }: { purpose: ImagePurpose; maxPixels: number },
): Promise<RawImage> {
  const failed = (cause?: unknown) => undecodable(purpose, 'The HEIC picture cannot be decoded', cause);
  try {
    const heif = await startHeif();
    const context = heif.heif_context_alloc();
    if (!context) throw failed();
    const { code } = heif.heif_context_read_from_memory(context, bytes);
    if (code !== heif.heif_error_code.heif_error_Ok) throw failed();
    const handle = heif.heif_js_context_get_primary_image_handle(context);
    if ('code' in handle) throw failed();
    const width = heif.heif_image_handle_get_width(handle);
    const height = heif.heif_image_handle_get_height(handle);
    if (width < 1 || height < 1 || width * height > maxPixels) throw failed();
    const { heif_colorspace_RGB: space } = heif.heif_colorspace;
    const { heif_chroma_interleaved_RGBA: chroma } = heif.heif_chroma;
    const { channels = [] } = await heif.heif_js_decode_image2(handle, space, chroma);
    const [channel] = channels;
    if (!channel || channel.width * channel.height > maxPixels) throw failed();
    return toRaw(channel);
  } catch (cause) {
    throw cause instanceof FormatError ? cause : failed(cause);
  }
}

/** Removes the padding of rows. */
function toRaw({ width, height, stride, data }: Channel): RawImage {
  const rowBytes = width * 4;
  const pixels = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++)
    pixels.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  return { pixels, width, height, channels: 4 };
}

/** The script is CommonJS and would search the WebAssembly file next to the main script, so its content is passed explicitly. */
async function startHeif(): Promise<Heif> {
  const require = createRequire(import.meta.url);
  const factory: HeifFactory = require('libheif-js/libheif-wasm/libheif.js');
  const wasmBinary = await readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return factory({ wasmBinary, print() {}, printErr() {} });
}
