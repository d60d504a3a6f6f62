// Which panel of the PDF reader is open, and what its search begins with.
import { type RefObject, useState } from 'react';
import type { Viewer } from '../engine/viewer.ts';
import type { Panel } from './panels.tsx';

interface Props {
  box: RefObject<HTMLElement | null>;
  viewer: Viewer | undefined;
}

export function usePanel({ box, viewer }: Props) {
  const [panel, setPanel] = useState<Panel>();
  const [wanted, setWanted] = useState('');
  return {
    panel,
    /** Looked for when the search is opened. */
    wanted,
    toggle(which: Panel) {
      setWanted('');
      setPanel(panel === which ? undefined : which);
    },
    searchFor(text: string) {
      setWanted(text);
      setPanel('search');
    },
    /** The document has the focus again. */
    close() {
      if (panel === 'search') viewer?.endFind();
      setPanel(undefined);
      box.current?.focus({ preventScroll: true });
    },
  };
}
