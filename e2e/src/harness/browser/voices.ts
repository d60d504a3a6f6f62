// Silent voices that record the requested text, because the voices of real browsers cannot be observed.
import type { Page } from 'playwright-core';

export interface Spoken {
  text: string;
  rate: number;
  lang: string;
  voice: string | undefined;
}

interface FakeVoice {
  name: string;
  lang: string;
  localService: boolean;
}

export const usualVoices: readonly FakeVoice[] = [
  { name: 'Berta', lang: 'de-DE', localService: true },
  { name: 'Cloud', lang: 'en-US', localService: false },
  { name: 'Ada', lang: 'en-GB', localService: true },
];

/** Call this before the page is opened. */
export async function giveVoices(page: Page, voices: readonly FakeVoice[]): Promise<void> {
  await page.addInitScript(`(() => {
    const voices = ${JSON.stringify(voices)}.map((one) => ({ ...one, voiceURI: one.name, default: false }));
    const spoken = [];
    let current;
    const end = (name, more = {}) => {
      const ended = current;
      current = undefined;
      ended?.dispatchEvent(Object.assign(new Event(name), more));
    };
    window.SpeechSynthesisUtterance = class extends EventTarget {
      constructor(text) { super(); this.text = text; this.rate = 1; this.lang = ''; this.voice = null; }
    };
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak(one) {
        current = one;
        spoken.push({ text: one.text, rate: one.rate, lang: one.lang, voice: one.voice?.name });
      },
      cancel: () => end('error', { error: 'canceled' }),
    });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    window.voices = {
      spoken,
      isSpeaking: () => current !== undefined,
      finish: () => end('end'),
      comeTo: (charIndex) => current?.dispatchEvent(Object.assign(new Event('boundary'), { charIndex })),
    };
  })()`);
}

/** Requested texts in order. */
export const listSpoken = (page: Page): Promise<Spoken[]> => page.evaluate('voices.spoken');
export const isSpeaking = (page: Page): Promise<boolean> => page.evaluate('voices.isSpeaking()');
/** Ends the current utterance. */
export const finishSentence = (page: Page): Promise<void> => page.evaluate('voices.finish()');
