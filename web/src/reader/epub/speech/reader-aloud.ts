// Reads a book aloud sentence by sentence with the browser's speech synthesis. The caller supplies the sentences and marks
// the spoken one.
import type { Sentence } from './sentences.ts';

export interface SpeechSource {
  /** The sentences of the document, from the top of the screen or from its beginning. */
  list(from: 'screen' | 'start'): Sentence[];
  /** Goes to the next document; false at the end of the book. */
  goOn(): Promise<boolean>;
  /** Marks a sentence and scrolls the spoken letter into view. Undefined removes the mark. */
  show(sentence: Sentence | undefined, letter: number): Promise<void>;
}

interface Voice {
  voice: SpeechSynthesisVoice | undefined;
  language: string | undefined;
  rate: number;
}

export type SpeechStatus = 'off' | 'speaking' | 'paused';

/** Reads a book aloud, with a browser voice or with the book's audio. */
export interface Aloud {
  readonly status: SpeechStatus;
  /** Starts at the top of the screen. */
  start(): void;
  pause(): void;
  resume(): void;
  skip(by: 1 | -1): void;
  /** Applies changed settings. */
  renew(): void;
  stop(): void;
}

interface Props {
  source: SpeechSource;
  getVoice(): Voice;
  onStatus(status: SpeechStatus): void;
  /** The browser failed to speak. */
  onFault(): void;
}

export class ReaderAloud implements Aloud {
  readonly #props: Props;
  #sentences: Sentence[] = [];
  #at = 0;
  #status: SpeechStatus = 'off';
  /** Keeps a reference: some browsers drop unreferenced utterances and never fire their end event. */
  #spoken: SpeechSynthesisUtterance | undefined;

  constructor(props: Props) {
    this.#props = props;
  }

  get status(): SpeechStatus {
    return this.#status;
  }

  /** Starts at the top of the screen. */
  start(): void {
    this.#sentences = this.#props.source.list('screen');
    this.#at = 0;
    this.resume();
  }

  /** Browsers implement pause differently. Here, the sentence starts again. */
  pause(): void {
    this.#silence();
    this.#set('paused');
  }

  resume(): void {
    this.#set('speaking');
    this.#speak();
  }

  /** Skips to the next or previous sentence. */
  skip(by: 1 | -1): void {
    this.#at = Math.max(0, this.#at + by);
    if (this.#status === 'speaking') this.#speak();
    else void this.#props.source.show(this.#sentences[this.#at], 0);
  }

  /** Applies another voice or rate. */
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
    // Skips documents without words.
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
