// The ways to select items: checkbox, click with Ctrl or Shift, long press, Space, Ctrl+A, Escape. During a selection a
// plain click selects, too.
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { findIndex } from '../../../ui/virtual-focus.ts';
import type { Selection } from './use-selection.ts';

const longMs = 450;
/** Movement in pixels that still counts as a press. */
const slack = 10;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const isDialogOpen = () => document.querySelector('[role=dialog], [role=menu]') !== null;

export function useSelecting(selection: Selection) {
  const press = useRef<{ timer: number; x: number; y: number } | undefined>(undefined);
  /** The click event after a long press is ignored. */
  const wasLong = useRef(false);
  const latest = useRef(selection);
  latest.current = selection;
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (isTyping(event.target) || isDialogOpen() || event.altKey) return;
      const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
      if (isAll) {
        event.preventDefault();
        void latest.current.all();
      } else if (event.key === 'Escape' && latest.current.isActive) latest.current.clear();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const stop = () => {
    window.clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => window.clearTimeout(press.current?.timer), []);
  const take = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onClickCapture(event: MouseEvent) {
      const index = findIndex(event.target);
      if (index === undefined) return;
      if (wasLong.current) {
        wasLong.current = false;
        return take(event);
      }
      const isMark = event.target instanceof Element && event.target.closest('[data-mark]') !== null;
      const isSelecting = isMark || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isSelecting && !latest.current.isActive) return;
      take(event);
      void (event.shiftKey ? latest.current.extendTo(index) : latest.current.toggle(index));
    },
    onPointerDown(event: PointerEvent) {
      wasLong.current = false;
      const index = findIndex(event.target);
      if (event.pointerType !== 'touch' || index === undefined) return;
      const timer = window.setTimeout(() => {
        wasLong.current = true;
        void latest.current.toggle(index);
      }, longMs);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = 0, y = 0 } = press.current ?? {};
      if (press.current && Math.hypot(clientX - x, clientY - y) > slack) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      // Prevents the context menu after a long press on a link.
      if (press.current || wasLong.current) event.preventDefault();
    },
    onKeyDown(event: KeyboardEvent) {
      const index = findIndex(event.target);
      if (event.key !== ' ' || index === undefined || event.ctrlKey || event.altKey) return;
      take(event);
      void (event.shiftKey ? latest.current.extendTo(index) : latest.current.toggle(index));
    },
  };
}
