// Shows a message in place of each image of a page that cannot be decoded.
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import { translate } from '../../../i18n/translate.ts';
import type { PdfJs } from '../engine/pdf-js.ts';
import { findMissingPictures } from './find-missing.ts';

const layerClass = 'lectern-missing';

/** A displayed page of the viewer. */
interface ShownPage {
  div: HTMLElement;
  pdfPage: PDFPageProxy | null;
  viewport: PageViewport;
}

/** Call this each time a page is rendered. */
export async function showMissingPictures(pdfJs: PdfJs, page: ShownPage, hasLeftOut: boolean): Promise<void> {
  const { div, pdfPage } = page;
  if (!pdfPage) return;
  const places = await findMissingPictures(pdfJs, pdfPage, hasLeftOut);
  div.querySelector(`:scope > .${layerClass}`)?.remove();
  const canvas = div.querySelector(':scope > .canvasWrapper');
  if (places.length === 0 || !canvas) return;
  const { width, height } = page.viewport;
  const layer = document.createElement('div');
  layer.className = layerClass;
  for (const [left, bottom, right, top] of places) {
    const [x1 = 0, y1 = 0] = toPoint(page.viewport, left, bottom);
    const [x2 = 0, y2 = 0] = toPoint(page.viewport, right, top);
    const box = document.createElement('div');
    box.style.left = `${(Math.min(x1, x2) / width) * 100}%`;
    box.style.top = `${(Math.min(y1, y2) / height) * 100}%`;
    box.style.width = `${(Math.abs(x2 - x1) / width) * 100}%`;
    box.style.height = `${(Math.abs(y2 - y1) / height) * 100}%`;
    box.textContent = translate('reader.shared.pictureFailed');
    layer.append(box);
  }
  canvas.after(layer);
}

const toPoint = (viewport: PageViewport, x: number, y: number): number[] =>
  viewport.convertToViewportPoint(x, y);
