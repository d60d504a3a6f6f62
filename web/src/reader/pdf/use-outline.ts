// The table of contents of the open document. Empty while it is read, and if the document has none.
import { useEffect, useState } from 'react';
import type { OpenPdf } from './engine/open.ts';
import { type OutlineEntry, readOutline } from './engine/outline.ts';

const nothing: readonly OutlineEntry[] = [];

export function useOutline({ document }: OpenPdf): readonly OutlineEntry[] {
  const [outline, setOutline] = useState(nothing);
  useEffect(() => {
    readOutline(document).then(setOutline, () => setOutline(nothing));
  }, [document]);
  return outline;
}
