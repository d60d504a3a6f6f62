// Settings of the PDF reader on this device: layout and fit, and for a series whether its pages are shown as images.
import type { Fit, Layout } from './engine/viewer.ts';

export interface PdfSettings {
  layout: Layout;
  fit: Fit;
}

const settingsKey = 'lectern.pdf';
const seriesKey = (seriesId: string) => `lectern.pdf.${seriesId}`;

export function readSettings(): PdfSettings {
  const [layout, fit] = (localStorage.getItem(settingsKey) ?? '').split(' ');
  return {
    layout: layout === 'single' ? 'single' : 'scroll',
    fit: fit === 'page-width' ? 'page-width' : 'page-fit',
  };
}

export function saveSettings({ layout, fit }: PdfSettings): void {
  localStorage.setItem(settingsKey, `${layout} ${fit}`);
}

export type View = 'text' | 'pictures';

/** Undefined without a choice: the document decides. */
export function findView(seriesId: string): View | undefined {
  const stored = localStorage.getItem(seriesKey(seriesId));
  return stored === 'text' || stored === 'pictures' ? stored : undefined;
}

export const saveView = (seriesId: string, view: View): void =>
  localStorage.setItem(seriesKey(seriesId), view);
