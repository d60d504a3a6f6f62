// The open panel of the PDF reader, and the initial query of the search.
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
    /** Initial query of the search. */
    wanted,
    toggle(which: Panel) {
      setWanted('');
      setPanel(panel === which ? undefined : which);
    },
    searchFor(text: string) {
      setWanted(text);
      setPanel('search');
    },
    /** Returns the focus to the document. */
    close() {
      if (panel === 'search') viewer?.endFind();
      setPanel(undefined);
      box.current?.focus({ preventScroll: true });
    },
  };
}
