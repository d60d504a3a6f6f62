// Keeps bars mounted and inert while they slide away.
import { useEffect, useState } from 'react';

/** Duration of the animation in chrome.module.css. */
const slideMs = 180;

export interface Presence {
  /** The bars are mounted. */
  isThere: boolean;
  /** The bars are sliding away. */
  isLeaving: boolean;
}

export function useLeaving(areShown: boolean): Presence {
  const [isThere, setThere] = useState(areShown);
  useEffect(() => {
    if (areShown) return setThere(true);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = window.setTimeout(() => setThere(false), isStill ? 0 : slideMs);
    return () => window.clearTimeout(timer);
  }, [areShown]);
  return { isThere: isThere || areShown, isLeaving: isThere && !areShown };
}
