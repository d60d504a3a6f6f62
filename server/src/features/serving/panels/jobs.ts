// Detection of panels in a worker process, where untrusted images are decoded.
import { readGrayPicture } from '@lectern/formats/image/convert';
import { defaultLimits } from '@lectern/formats/limits';
import { type DetectedPanels, detectPanels, pictureSide } from '@lectern/formats/panels/detect/detect';

export interface DetectJob {
  bytes: Uint8Array;
  maxPixels: number;
}

/** The answer of the job, as JSON. */
export interface Detection extends DetectedPanels {
  /** Width of the page divided by its height. */
  ratio: number;
}

export const panelJobs = {
  'panels.detect': async ({ bytes, maxPixels }: DetectJob): Promise<{ bytes: Uint8Array }> => {
    const picture = await readGrayPicture(bytes, pictureSide, { ...defaultLimits, maxPixels });
    const detection: Detection = { ...detectPanels(picture), ratio: picture.width / picture.height };
    return { bytes: Buffer.from(JSON.stringify(detection)) };
  },
};
