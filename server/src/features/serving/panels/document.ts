// Readium Guided Navigation document: the pages of a book and their panels as a sequence of references.
import { type GuidedNavigation, guidedNavigationType } from '@lectern/contract/serving/panels';
import type { BookContent } from '@lectern/formats/content';
import { type Addresses, toPageAddress } from '@lectern/formats/positions';

interface Pages {
  selfHref: string;
  addresses: Addresses;
  content: BookContent;
  /** Page numbers and their panels in reading order. */
  panelsOf: ReadonlyMap<number, readonly (readonly number[])[]>;
}

export function toGuidedNavigation({ selfHref, addresses, content, panelsOf }: Pages): GuidedNavigation {
  const guided = [...panelsOf].flatMap(([number, panels]): GuidedNavigation['guided'] => {
    const { href } = toPageAddress(content, number - 1, addresses);
    if (panels.length === 0) return [{ imgref: href }];
    return panels.map((box) => ({ imgref: `${href}#xywh=percent:${box.join(',')}`, role: ['panel'] }));
  });
  return { links: [{ rel: 'self', href: selfHref, type: guidedNavigationType }], guided };
}
