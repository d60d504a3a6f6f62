// Selection input: checkbox, click with Ctrl or Shift, Space or X, Ctrl+A, Escape, and the card menu. During a selection, a plain
// click also selects.
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { isDialogOpen, isShortcut, isTyping } from '../../../ui/shortcuts.ts';
import { findIndex } from '../../../ui/windowing/virtual-focus.ts';
import type { Selection } from './use-selection.ts';

export function useSelecting(selection: Selection) {
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
  const take = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onClickCapture(event: MouseEvent) {
      const index = findIndex(event.target);
      if (index === undefined) return;
      const isMark = event.target instanceof Element && event.target.closest('[data-mark]') !== null;
      const isSelecting = isMark || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isSelecting && !latest.current.isActive) return;
      take(event);
      void (event.shiftKey ? latest.current.extendTo(index) : latest.current.toggle(index));
    },
    onKeyDown(event: KeyboardEvent) {
      const index = findIndex(event.target);
      const isSelect =
        event.key === ' ' || (event.key.toLowerCase() === 'x' && isShortcut(event.nativeEvent));
      if (!isSelect || index === undefined || event.ctrlKey || event.altKey) return;
      take(event);
      void (event.shiftKey ? latest.current.extendTo(index) : latest.current.toggle(index));
    },
  };
}
