// Detects a long press on an element: calls back once and suppresses the following tap.
import { type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

const longMs = 450;
/** Maximum movement in pixels. */
const slack = 10;

export function useLongPress(onPress: (x: number, y: number) => void) {
  const press = useRef<{ timer: number; x: number; y: number } | undefined>(undefined);
  const wasLong = useRef(false);
  const stop = () => {
    window.clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => window.clearTimeout(press.current?.timer), []);
  return {
    /** Whether the current touch is a long press, which also opens the browser's context menu. */
    isPressed: () => wasLong.current || press.current !== undefined,
    handlers: {
      onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
        wasLong.current = false;
        if (pointerType !== 'touch') return;
        stop();
        const timer = window.setTimeout(() => {
          wasLong.current = true;
          onPress(x, y);
        }, longMs);
        press.current = { timer, x, y };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x = 0, y = 0 } = press.current ?? {};
        if (press.current && Math.hypot(clientX - x, clientY - y) > slack) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onTouchEnd(event: TouchEvent) {
        if (wasLong.current) event.preventDefault();
      },
    },
  };
}
