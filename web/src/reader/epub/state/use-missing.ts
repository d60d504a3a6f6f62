// Handles parts of the book that failed to load: when the server is reachable again, the layout restarts at the target.
import { useCallback, useRef, useState } from 'react';
import { useRetryWhenBack } from '../../../api/reachability.ts';
import type { Target, VisiblePart } from '../engine/engine.ts';

export interface Missing {
  isMissing: boolean;
  /** Number of layouts, each at the target. */
  attempt: number;
  target: Target;
  /** URL of the missing part. Undefined if nothing could be laid out. */
  note(href: string | undefined): void;
  /** Records a navigation target. */
  want(target: Target): void;
  /** Returns whether the missing part belongs to the book. No message replaces other parts. */
  see(shown: VisiblePart): boolean;
  retry(): void;
}

export function useMissing(start: Target): Missing {
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const target = useRef(start);
  const missing = useRef<string>(undefined);
  const retry = useCallback(() => {
    missing.current = undefined;
    setMissing(false);
    setAttempt((before) => before + 1);
  }, []);
  const want = useCallback((to: Target) => {
    target.current = to;
  }, []);
  useRetryWhenBack(isMissing, retry);
  return {
    isMissing,
    attempt,
    want,
    retry,
    get target() {
      return target.current;
    },
    note(href) {
      missing.current = href;
      setMissing(true);
    },
    see({ reason, locator }) {
      if (reason === 'turned') want({ locator });
      const isThere = missing.current !== locator.href;
      if (isThere) setMissing(false);
      return isThere;
    },
  };
}
