// State of reading aloud: on or off, voice and rate, and the reaction to page turns.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import type { Engine } from '../engine/engine.ts';
import { Narrator } from '../narration/narrator.ts';
import { type Aloud, ReaderAloud, type SpeechStatus } from './reader-aloud.ts';
import {
  findVoice,
  listVoices,
  readSpeechSettings,
  type SpeechSettings,
  saveSpeechSettings,
} from './voices.ts';

export interface Speech {
  status: SpeechStatus;
  voices: readonly SpeechSynthesisVoice[];
  settings: SpeechSettings;
  /** Language of the book. */
  language: string | undefined;
  /** Fixed-layout pages are read aloud only if they have audio. */
  isPossible: boolean;
  /** The book has audio, so no browser voice is used. */
  isNarrated: boolean;
  toggle(): void;
  stop(): void;
  pauseOrResume(): void;
  skip(by: 1 | -1): void;
  change(part: Partial<SpeechSettings>): void;
  /** The user navigated; reading continues from there. */
  follow(): void;
}

export function useSpeech(engine: Engine | undefined, language: string | undefined): Speech {
  const t = useTranslate();
  const [status, setStatus] = useState<SpeechStatus>('off');
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  const [settings, setSettings] = useState(readSpeechSettings);
  const latest = useRef({ voices, settings, language, t });
  latest.current = { voices, settings, language, t };
  const isNarrated = engine?.narration !== undefined;
  const reader = useMemo((): Aloud | undefined => {
    const onFault = (key: 'reader.epub.soundFailed' | 'reader.epub.speechFailed') => () =>
      showToast(latest.current.t(key));
    if (engine?.narration)
      return new Narrator({
        source: engine.narration,
        getRate: () => latest.current.settings.rate,
        onStatus: setStatus,
        onFault: onFault('reader.epub.soundFailed'),
      });
    if (!engine?.speech) return undefined;
    return new ReaderAloud({
      source: engine.speech,
      getVoice: () => {
        const { voices, settings, language } = latest.current;
        return { voice: findVoice(voices, language, settings), language, rate: settings.rate };
      },
      onStatus: setStatus,
      onFault: onFault('reader.epub.speechFailed'),
    });
  }, [engine]);
  useEffect(() => {
    if (!reader) return;
    // In some browsers, the voice continues after the page is closed.
    const end = () => reader.status !== 'off' && reader.stop();
    window.addEventListener('pagehide', end);
    return () => {
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [reader]);
  const start = useCallback(async () => {
    if (isNarrated) return reader?.start();
    const found = await listVoices();
    if (found.length === 0) return showToast(latest.current.t('reader.epub.noVoices'));
    latest.current.voices = found;
    setVoices(found);
    reader?.start();
  }, [reader, isNarrated]);
  return {
    status,
    voices,
    settings,
    language,
    isNarrated,
    isPossible: reader !== undefined,
    toggle: () => (status === 'off' ? void start() : reader?.stop()),
    stop() {
      if (reader && reader.status !== 'off') reader.stop();
    },
    pauseOrResume() {
      if (status === 'speaking') reader?.pause();
      else if (status === 'paused') reader?.resume();
    },
    skip: (by) => reader?.skip(by),
    change(part) {
      const next = { ...settings, ...part };
      latest.current.settings = next;
      setSettings(next);
      saveSpeechSettings(next);
      reader?.renew();
    },
    follow() {
      if (reader?.status === 'speaking') reader.start();
    },
  };
}
