// The short answer of a reader to a key: "Two pages". It disappears by itself, and screen readers announce it.
import { useCallback, useEffect, useState } from 'react';
import classes from './notice.module.css';

/** Time in milliseconds for which a notice is shown. */
const shownMs = 1_500;

/** A new object shows the same text again. */
interface Said {
  text: string;
}

export interface Notices {
  notice: string | undefined;
  say(text: string): void;
}

export function useNotice(): Notices {
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => setSaid(undefined), shownMs);
    return () => window.clearTimeout(timer);
  }, [said]);
  const say = useCallback((text: string) => setSaid({ text }), []);
  return { notice: said?.text, say };
}

export const Notice = ({ notice }: Pick<Notices, 'notice'>) => (
  <div className={classes.notice} role="status">
    {notice}
  </div>
);
