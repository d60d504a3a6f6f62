// Settings of the PDF reader on this device: layout and fit, and for a series whether its pages are shown as images.
import type { Fit, Layout } from './engine/viewer.ts';

export interface PdfLook {
  layout: Layout;
  fit: Fit;
}

const lookKey = 'lectern.pdf';
const seriesKey = (seriesId: string) => `lectern.pdf.${seriesId}`;

export function readLook(): PdfLook {
  const [layout, fit] = (localStorage.getItem(lookKey) ?? '').split(' ');
  return {
    layout: layout === 'single' ? 'single' : 'scroll',
    fit: fit === 'page-fit' ? 'page-fit' : 'page-width',
  };
}

export function keepLook({ layout, fit }: PdfLook): void {
  localStorage.setItem(lookKey, `${layout} ${fit}`);
}

export type View = 'text' | 'pictures';

/** Undefined without a choice: the document decides. */
export function findView(seriesId: string): View | undefined {
  const kept = localStorage.getItem(seriesKey(seriesId));
  return kept === 'text' || kept === 'pictures' ? kept : undefined;
}

export const keepView = (seriesId: string, view: View): void =>
  localStorage.setItem(seriesKey(seriesId), view);
