// Moves an element from its previous style to a new one. Another change ends the motion immediately.
import { type RefObject, useLayoutEffect, useRef } from 'react';

const motionMs = 250;

/**
 * `value` is the new value of the property, which the caller also sets as the style. Without motion for users who prefer
 * reduced motion, and if `isStill`, also for the next change.
 */
export function useFlight(
  element: RefObject<HTMLElement | null>,
  property: 'transform' | 'clipPath',
  { value, isStill }: { value: string; isStill: boolean },
): void {
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = isStill ? undefined : value;
    if (isStill || from === undefined || from === value) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const frames = [{ [property]: from }, { [property]: value }];
    const motion = element.current?.animate(frames, { duration: motionMs, easing: 'ease-in-out' });
    return () => motion?.cancel();
  }, [element, property, value, isStill]);
}
