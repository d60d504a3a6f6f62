// Keys that work everywhere except in text fields, dialogs and menus. Users can turn letters off (WCAG 2.1.4).
import { useEffect, useRef } from 'react';

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const isDialogOpen = () => document.querySelector('[role=dialog], [role=menu]') !== null;

const storageKey = 'lectern.letter-keys';

/** Undefined if the choice is not stored. */
let chosen: boolean | undefined;

export const areLettersOn = (): boolean => chosen ?? readStored() !== 'off';

export function setLettersOn(areOn: boolean): void {
  try {
    localStorage.setItem(storageKey, areOn ? 'on' : 'off');
    chosen = undefined;
  } catch {
    // Storage is full or blocked. The choice lasts until the page is closed.
    chosen = areOn;
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Whether a key press is meant for a shortcut. `?` remains, because its dialog turns letters on again. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  !isDialogOpen() &&
  (areLettersOn() || !/^[a-z]$/i.test(event.key));

export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || !isShortcut(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [key]);
}

/** Time in milliseconds between the two keys of a sequence. */
const sequenceMs = 1_500;

/** Runs an action when `first` is followed by another key. Undefined for a key without an action. */
export function useSequence(first: string, find: (key: string) => (() => void) | undefined): void {
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    let firstAtMs = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const isSecond = event.timeStamp - firstAtMs < sequenceMs;
      const action = isSecond ? latest.current(event.key.toLowerCase()) : undefined;
      firstAtMs = event.key === first && !action ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!action) return;
      // Other shortcuts must not run for the second key.
      event.preventDefault();
      event.stopImmediatePropagation();
      action();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [first]);
}
