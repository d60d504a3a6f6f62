// The size of a page with fixed layout (EPUB 3.3, section 8.2.2.6): the viewport of an XHTML page, or the view box of an
// SVG page.
import type { Limits } from '../../limits.ts';
import { localName, readXml } from '../../xml/read.ts';
import type { Size } from './pages.ts';

const width = /(?:^|[\s,;])width\s{0,9}=\s{0,9}(\d{1,6}(?:\.\d{1,6})?)/i;
const height = /(?:^|[\s,;])height\s{0,9}=\s{0,9}(\d{1,6}(?:\.\d{1,6})?)/i;

/** Undefined if the page does not state its size. Throws FormatError `metadata`. */
export function readViewport(bytes: Uint8Array, limits: Limits): Size | undefined {
  let viewport: Size | undefined;
  readXml(bytes, limits, {
    htmlEntities: true,
    open(name, attributes) {
      const element = localName(name).toLowerCase();
      if (element === 'meta' && attributes.name?.trim().toLowerCase() === 'viewport') {
        const content = attributes.content ?? '';
        viewport = toSize(width.exec(content)?.[1], height.exec(content)?.[1]);
      } else if (element === 'svg') {
        const [, , across, down] = (attributes.viewBox ?? '').trim().split(/[\s,]+/, 4);
        viewport = toSize(across, down);
      }
      return viewport === undefined;
    },
  });
  return viewport;
}

function toSize(across: string | undefined, down: string | undefined): Size | undefined {
  const size = { width: Number(across), height: Number(down) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}
