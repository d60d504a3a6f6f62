// State of the search palette. The keys / and Ctrl+K open it.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';

export interface SearchPaletteState {
  isOpen: boolean;
  open(): void;
  close(): void;
  typed: string;
  setTyped(typed: string): void;
  /**
   * A hidden field that has the focus until the palette is loaded: phones show the keyboard only for a field that is
   * focused during the tap, and keys typed meanwhile are not lost.
   */
  holder: RefObject<HTMLInputElement | null>;
}

export function useSearchPalette(): SearchPaletteState {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const holder = useRef<HTMLInputElement>(null);
  const opener = useRef<Element | null>(null);
  const open = () => {
    opener.current = document.activeElement;
    setTyped('');
    setOpen(true);
    holder.current?.focus();
  };
  const close = () => {
    setOpen(false);
    holder.current?.blur();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const latest = useRef(open);
  latest.current = open;
  useShortcut('/', () => !isOpen && open());
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!isOpen) latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOpen]);
  return { isOpen, open, close, typed, setTyped, holder };
}
