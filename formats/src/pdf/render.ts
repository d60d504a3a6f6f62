// Renders pages to pixels with PDFium, and computes their size.
import { FormatError, type FormatReason } from '../error.ts';
import type { PdfiumWasm } from './wasm.ts';

export interface PageSize {
  /** Points of 1/72 inch, greater than 0, after rotation. */
  widthPt: number;
  heightPt: number;
}

/** Either an exact width, or a box that the page fits into. In pixels. */
export type RenderSize = { width: number } | { maxWidth: number; maxHeight: number };

export type RenderOptions = RenderSize & {
  /** Background as 0xRRGGBB. Default white. */
  background?: number;
};

export interface RenderedPage {
  /** 3 bytes per pixel: red, green, blue. Rows from the top without padding. */
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** 96 MB of pixels; an A4 page of 4,096 px width has 24 million. */
const MAX_PIXELS = 32_000_000;
/** The limit of JPEG is 65,535. */
const MAX_SIDE = 16_384;

const FORMAT_BGR = 2;
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;

/** Returns the size of a rendered page in pixels: as requested, reduced to the limits, each side at least 1. */
export function toRenderSize(page: PageSize, wanted: RenderSize): { width: number; height: number } {
  const { widthPt, heightPt } = page;
  const asked =
    'width' in wanted
      ? wanted.width / widthPt
      : Math.min(wanted.maxWidth / widthPt, wanted.maxHeight / heightPt);
  const scale = Math.min(
    asked,
    Math.sqrt(MAX_PIXELS / (widthPt * heightPt)),
    MAX_SIDE / Math.max(widthPt, heightPt),
  );
  return {
    width: Math.max(1, Math.round(widthPt * scale)),
    height: Math.max(1, Math.round(heightPt * scale)),
  };
}

/**
 * Renders a page with its annotations. Does not load forms or scripts.
 * @throws FormatError pdf_rendering: damaged (the page is damaged or missing), too_large (not enough memory)
 */
export function renderPage(
  wasm: PdfiumWasm,
  where: { document: number; index: number },
  draw: { width: number; height: number; background: number },
): RenderedPage {
  const { api } = wasm;
  const page = api.FPDF_LoadPage(where.document, where.index);
  if (page === 0) throw failure('damaged', 'The page is damaged or missing');
  const { width, height } = draw;
  const bitmap = api.FPDFBitmap_CreateEx(width, height, FORMAT_BGR, 0, 0);
  try {
    if (bitmap === 0) throw failure('too_large', 'There is not enough memory for the page');
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, toBackground(draw.background));
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER);
    return { pixels: copyPixels(wasm, bitmap, draw), width, height };
  } finally {
    if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
    api.FPDF_ClosePage(page);
  }
}

/** Returns an opaque color. FillRect ignores the reversed byte order. */
function toBackground(rgb: number): number {
  const swapped = ((rgb & 0xff) << 16) | (rgb & 0xff00) | ((rgb >>> 16) & 0xff);
  return (0xff000000 | swapped) >>> 0;
}

function copyPixels(
  wasm: PdfiumWasm,
  bitmap: number,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const from = wasm.api.FPDFBitmap_GetBuffer(bitmap);
  const stride = wasm.api.FPDFBitmap_GetStride(bitmap);
  const memory = wasm.bytes();
  if (stride === width * 3) return memory.slice(from, from + stride * height);
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const at = from + row * stride;
    pixels.set(memory.subarray(at, at + width * 3), row * width * 3);
  }
  return pixels;
}

function failure(reason: FormatReason, message: string): FormatError {
  return new FormatError('pdf_rendering', message, { reason });
}
