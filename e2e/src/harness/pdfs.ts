// PDFs as offices and publishers make them, small: what the reader of the web client has to show.
import { makePdf } from '@lectern/server/testing';

export const pdfFont = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';

/** Operators that write a line so far above the foot of the page. */
export const say = (text: string, y = 320): string => `BT /F1 18 Tf 30 ${y} Td (${text}) Tj ET`;

/** A link over the whole width; `action` is a dictionary as it is written. */
export const pdfLink = (y: number, action: string): string =>
  `<</Type/Annot/Subtype/Link/Border[0 0 1]/Rect[20 ${y} 280 ${y + 30}]/A<<${action}>>>>`;

/** Pages of text with contents; a heron stands on the seventh, and links lead out of the first. */
export const makeGuide = (count: number, more: Parameters<typeof makePdf>[0] = {}): Buffer =>
  makePdf({
    outline: ['Beginning', 'Middle', 'End'],
    pages: Array.from({ length: count }, (_, index) => ({
      resources: pdfFont,
      content: `${say(`This is page ${index + 1} of the guide`)} ${say(index === 6 ? 'a heron stands here' : 'nobody is here', 280)}`,
      ...(index === 0 && {
        annotations: [
          pdfLink(200, '/S/URI/URI(http://elsewhere.example/page)'),
          pdfLink(100, '/S/GoTo/D[2 /Fit]'),
        ].join(''),
      }),
    })),
    ...more,
  });
