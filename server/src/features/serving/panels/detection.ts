// Detects the panels of a page, and caches them by the bytes of the page and the version of the detector.

import { orderPanels, type PanelDirection } from '@lectern/contract/serving/panel-order';
import type { Box } from '@lectern/formats/panels/boxes';
import { detectorVersion } from '@lectern/formats/panels/version';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { PageService } from '../pages/index.ts';
import type { Detection, DetectJob } from './jobs.ts';

const value = z.number();
const detectionSchema: z.ZodType<Detection> = z.object({
  boxes: z.array(z.tuple([value, value, value, value])),
  trust: value,
  ratio: value,
});

/** A first or last page with fewer panels is probably a cover. */
const minCoverPanels = 3;

interface DetectedPage {
  bookId: string;
  number: number;
  pageCount: number;
  direction: PanelDirection;
}

/** Panels in reading order; undefined if the page is shown whole or cannot be decoded. */
export async function detect(
  pages: PageService,
  viewer: Viewer,
  { bookId, number, pageCount, direction }: DetectedPage,
): Promise<{ panels: Box[]; trust: number } | undefined> {
  const job = {
    name: 'panels.detect',
    toInput: (bytes: Uint8Array, maxPixels: number): DetectJob => ({ bytes, maxPixels }),
  };
  try {
    const bytes = await pages.runOnImage(viewer, bookId, {
      number,
      version: `panels-${detectorVersion}`,
      job,
    });
    const { boxes, trust, ratio } = detectionSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
    const isCover = number === 1 || number === pageCount;
    if (boxes.length < (isCover ? minCoverPanels : 2)) return undefined;
    return { panels: orderPanels(boxes, direction, ratio), trust: Math.round(trust * 100) / 100 };
  } catch (error) {
    // The reader shows the error of the page.
    if (error instanceof Problem && error.code === 'page_extraction_failed') return undefined;
    throw error;
  }
}
