// The short answer of a reader to a key: "Two pages", or a short information. It disappears by itself, and screen readers
// announce it.
import { useCallback, useEffect, useState } from 'react';
import classes from './notice.module.css';

/** Time in milliseconds for which an answer is shown. */
const answerMs = 1_500;

/** A new object shows the same text again. */
interface Said {
  text: string;
  shownMs: number;
}

export interface Notices {
  notice: string | undefined;
  /** Shows a text for 1.5 seconds, or for another time in milliseconds. */
  say(text: string, shownMs?: number): void;
}

export function useNotice(): Notices {
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => setSaid(undefined), said.shownMs);
    return () => window.clearTimeout(timer);
  }, [said]);
  const say = useCallback((text: string, shownMs = answerMs) => setSaid({ text, shownMs }), []);
  return { notice: said?.text, say };
}

export const Notice = ({ notice }: Pick<Notices, 'notice'>) => (
  <div className={classes.notice} role="status">
    {notice}
  </div>
);
