// Reads a book aloud, sentence by sentence, through the voices of the browser. Where the sentences come from and how
// the spoken one is shown, its user says.
import type { Sentence } from './sentences.ts';

export interface SpeechSource {
  /** The sentences from the top of the screen, or all of the document. */
  list(from: 'screen' | 'start'): Sentence[];
  /** Goes to the next document; false at the end of the book. */
  goOn(): Promise<boolean>;
  /** Marks a sentence and brings the letter of it that is spoken onto the screen; undefined unmarks. */
  show(sentence: Sentence | undefined, letter: number): Promise<void>;
}

interface Voice {
  voice: SpeechSynthesisVoice | undefined;
  language: string | undefined;
  rate: number;
}

export type SpeechStatus = 'off' | 'speaking' | 'paused';

/** What reads a book aloud: a voice of the browser, or the sound of the book. */
export interface Aloud {
  readonly status: SpeechStatus;
  /** From the top of the screen. */
  start(): void;
  pause(): void;
  resume(): void;
  skip(by: 1 | -1): void;
  /** The settings have changed. */
  renew(): void;
  stop(): void;
}

interface Props {
  source: SpeechSource;
  getVoice(): Voice;
  onStatus(status: SpeechStatus): void;
  /** The browser could not speak. */
  onFault(): void;
}

export class ReaderAloud implements Aloud {
  readonly #props: Props;
  #sentences: Sentence[] = [];
  #at = 0;
  #status: SpeechStatus = 'off';
  /** Kept, as some browsers drop utterances that nothing holds, and never say that they ended. */
  #spoken: SpeechSynthesisUtterance | undefined;

  constructor(props: Props) {
    this.#props = props;
  }

  get status(): SpeechStatus {
    return this.#status;
  }

  /** From the top of the screen. */
  start(): void {
    this.#sentences = this.#props.source.list('screen');
    this.#at = 0;
    this.resume();
  }

  /** Browsers differ in what their own pause does: here the sentence begins anew. */
  pause(): void {
    this.#silence();
    this.#set('paused');
  }

  resume(): void {
    this.#set('speaking');
    this.#speak();
  }

  /** To the next sentence or the one before. */
  skip(by: 1 | -1): void {
    this.#at = Math.max(0, this.#at + by);
    if (this.#status === 'speaking') this.#speak();
    else void this.#props.source.show(this.#sentences[this.#at], 0);
  }

  /** Another voice or rate. */
  renew(): void {
    if (this.#status === 'speaking') this.#speak();
  }

  stop(): void {
    this.#silence();
    this.#set('off');
    void this.#props.source.show(undefined, 0);
  }

  #set(status: SpeechStatus): void {
    this.#status = status;
    this.#props.onStatus(status);
  }

  #silence(): void {
    this.#spoken = undefined;
    speechSynthesis.cancel();
  }

  #speak(): void {
    this.#silence();
    const sentence = this.#sentences[this.#at];
    if (!sentence) {
      void this.#openNext();
      return;
    }
    const utterance = this.#toUtterance(sentence);
    this.#spoken = utterance;
    void this.#props.source.show(sentence, 0);
    speechSynthesis.speak(utterance);
  }

  #toUtterance(sentence: Sentence): SpeechSynthesisUtterance {
    const { voice, language, rate } = this.#props.getVoice();
    const utterance = new SpeechSynthesisUtterance(sentence.text);
    utterance.rate = rate;
    if (voice) utterance.voice = voice;
    const lang = voice?.lang ?? language;
    if (lang) utterance.lang = lang;
    const isCurrent = () => this.#spoken === utterance && this.#status === 'speaking';
    utterance.addEventListener('boundary', ({ charIndex }) => {
      if (isCurrent()) void this.#props.source.show(sentence, charIndex);
    });
    utterance.addEventListener('end', () => {
      if (!isCurrent()) return;
      this.#at += 1;
      this.#speak();
    });
    utterance.addEventListener('error', ({ error }) => {
      if (!isCurrent() || error === 'interrupted' || error === 'canceled') return;
      this.stop();
      this.#props.onFault();
    });
    return utterance;
  }

  async #openNext(): Promise<void> {
    const { source } = this.#props;
    // Documents without words are passed over.
    do {
      const isThere = await source.goOn();
      if (this.#status !== 'speaking') return;
      if (!isThere) {
        this.stop();
        return;
      }
      this.#sentences = source.list('start');
      this.#at = 0;
    } while (this.#sentences.length === 0);
    this.#speak();
  }
}
