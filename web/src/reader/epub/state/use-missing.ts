// A part of the book that could not be loaded: the book is laid out anew where one wanted to be when the server is back.
import { useCallback, useRef, useState } from 'react';
import { useRetryWhenBack } from '../../../api/reachability.ts';
import type { Shown, Target } from '../engine/engine.ts';

export interface Missing {
  isMissing: boolean;
  /** Counts the times that the book is laid out, each at the target. */
  attempt: number;
  target: Target;
  /** The part with this address is missing; undefined where nothing could be laid out. */
  note(href: string | undefined): void;
  /** Somebody goes there. */
  want(target: Target): void;
  /** Says whether it is part of the book, and nothing in place of it. */
  see(shown: Shown): boolean;
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
    ...{ isMissing, attempt, want, retry },
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
