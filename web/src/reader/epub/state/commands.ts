// The commands of the EPUB reader and their keys.
import { useEffect, useRef } from 'react';
import type { MessageKey } from '../../../i18n/translate.ts';
import { hasFullScreen, toggleFullScreen } from '../../shared/full-screen.ts';
import type { Engine, Target } from '../engine/engine.ts';
import type { Speech } from '../speech/use-speech.ts';
import { type Command, toCommand } from './keys.ts';
import type { Action, Panel } from './reader-state.ts';

const linePixels = 90;

interface CommandDeps {
  engine: Engine | undefined;
  dispatch(action: Action): void;
  go(target: Target): void;
  back(): void;
  toggleBookmark(): void;
  toggleIncognito(): void;
  close(): void;
  state: { popup: unknown; panel: Panel | undefined; history: readonly unknown[] };
  /** Shows a short answer to a key without a visible effect. */
  say(message: MessageKey): void;
  speech: Speech | undefined;
}

const panels = ['help', 'contents', 'search', 'look', 'marks'] as const;
type Opening = (typeof panels)[number];
const isOpening = (command: Command): command is Opening => panels.some((one) => one === command);

export function perform(command: Command, means: CommandDeps): void {
  const { engine, dispatch, go } = means;
  if (isOpening(command)) {
    dispatch({ type: 'panel', panel: command });
    return;
  }
  const commands: Record<Exclude<Command, Opening>, () => unknown> = {
    next: () => engine?.next(),
    previous: () => engine?.previous(),
    lineDown: () => engine?.next(linePixels),
    lineUp: () => engine?.previous(linePixels),
    first: () => go({ share: 0 }),
    last: () => go({ share: 1 }),
    full: () => (hasFullScreen() ? toggleFullScreen() : means.say('reader.shared.noFullScreen')),
    bars: () => dispatch({ type: 'bars' }),
    bookmark: means.toggleBookmark,
    speech: () => (means.speech?.isPossible ? means.speech.toggle() : means.say('reader.epub.saidNoSpeech')),
    pause: () => means.speech?.pauseOrResume(),
    incognito: means.toggleIncognito,
    back: () => (means.state.history.length > 0 ? means.back() : means.say('reader.epub.saidNoBack')),
    close() {
      engine?.deselect();
      if (means.state.popup) dispatch({ type: 'popup', popup: undefined });
      else if (means.state.panel) dispatch({ type: 'panel', panel: undefined });
      else means.close();
    },
  };
  commands[command]();
}

/** The browser handles keys with Ctrl, Meta or Alt. */
export function pressed(
  event: KeyboardEvent,
  reading: Parameters<typeof toCommand>[1],
  act: (command: Command) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const command = toCommand(event, reading);
  if (!command) return;
  event.preventDefault();
  act(command);
}

/** Keys that turn pages even from a panel. The panel handles all other keys. */
const turning = /^(ArrowLeft|ArrowRight|PageUp|PageDown)$/;

/** Keys outside the text. Fields, sliders, buttons and panels handle their own keys. */
export function useKeys(listen: (event: KeyboardEvent) => void): void {
  const newest = useRef(listen);
  newest.current = listen;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const isOfField = target?.matches('input, textarea, select, [role=slider]');
      const isOfButton = target?.matches('button, a, [role=button]') && /^( |Enter)$/.test(event.key);
      const isOfPanel = target?.closest('[data-panel]') && !turning.test(event.key);
      if (event.key === 'Escape' || !(isOfField || isOfButton || isOfPanel)) newest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
