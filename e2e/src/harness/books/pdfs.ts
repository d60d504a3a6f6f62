// Small PDFs like those of offices and publishers, for tests of the reader of the web client.
import { makePdf } from '@lectern/server/testing';

export const pdfFont = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';

/** Operators that write a line at this height above the bottom of the page. */
export const say = (text: string, y = 320): string => `BT /F1 18 Tf 30 ${y} Td (${text}) Tj ET`;

/** A link over the full width. `action` is a dictionary in PDF syntax. */
export const pdfLink = (y: number, action: string): string =>
  `<</Type/Annot/Subtype/Link/Border[0 0 1]/Rect[20 ${y} 280 ${y + 30}]/A<<${action}>>>>`;

/** Pages of text with an outline. The seventh page mentions a heron, and the first page has links. */
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
