// Plays the audio of a book and marks the spoken text. The caller supplies the clips.
import type { Aloud, SpeechStatus } from '../speech/reader-aloud.ts';
import type { Clip } from './clips.ts';

export interface NarrationSource {
  /** The clips of the visible document, from the top of the screen or from its beginning. */
  list(from: 'screen' | 'start'): Promise<Clip[]>;
  /** Goes to the next document; false at the end of the book. */
  goOn(): Promise<boolean>;
  /** Marks the text of a clip and scrolls it into view. Undefined removes the mark. */
  show(clip: Clip | undefined): Promise<void>;
}

interface Props {
  source: NarrationSource;
  getRate(): number;
  onStatus(status: SpeechStatus): void;
  /** The audio cannot be played. */
  onFault(): void;
}

/** Maximum gap in seconds between two clips that play on without a jump. */
const tolerance = 0.2;
/** Milliseconds between checks of the playing position. Browsers report it only four times per second. */
const lookMs = 50;

export class Narrator implements Aloud {
  readonly #props: Props;
  readonly #sound = new Audio();
  #clips: Clip[] = [];
  #at = 0;
  #status: SpeechStatus = 'off';
  #looking: number | undefined;
  /** Incremented at each start, which cancels pending work. */
  #run = 0;
  /** The run that is searching for its next clips. */
  #loading: number | undefined;

  constructor(props: Props) {
    this.#props = props;
    this.#sound.preload = 'auto';
    this.#sound.addEventListener('ended', () => this.#isSpeaking() && this.#next());
    this.#sound.addEventListener('error', () => this.#isSpeaking() && this.#fail());
  }

  get status(): SpeechStatus {
    return this.#status;
  }

  /** Starts at the top of the screen. */
  start(): void {
    this.#run += 1;
    this.#sound.pause();
    this.#set('speaking');
    void this.#load(this.#run, () => this.#props.source.list('screen'));
  }

  pause(): void {
    this.#sound.pause();
    this.#set('paused');
  }

  resume(): void {
    this.#set('speaking');
    if (this.#clips[this.#at]) this.#play(false);
    else this.start();
  }

  /** Skips to the next or previous clip. */
  skip(by: 1 | -1): void {
    this.#at = Math.max(0, this.#at + by);
    if (this.#isSpeaking()) this.#play(true);
    else {
      const clip = this.#clips[this.#at];
      if (clip) this.#seek(clip);
      void this.#props.source.show(clip);
    }
  }

  /** Applies a new rate. */
  renew(): void {
    this.#sound.playbackRate = this.#props.getRate();
  }

  stop(): void {
    this.#run += 1;
    this.#sound.pause();
    this.#sound.removeAttribute('src');
    this.#sound.load();
    this.#clips = [];
    this.#set('off');
    void this.#props.source.show(undefined);
  }

  #isSpeaking(): boolean {
    return this.#status === 'speaking';
  }

  #set(status: SpeechStatus): void {
    this.#status = status;
    window.clearInterval(this.#looking);
    if (status === 'speaking') this.#looking = window.setInterval(() => this.#look(), lookMs);
    this.#props.onStatus(status);
  }

  #fail(): void {
    this.stop();
    this.#props.onFault();
  }

  #look(): void {
    const end = this.#clips[this.#at]?.end;
    const { paused, currentTime, seeking } = this.#sound;
    if (!paused && !seeking && end !== undefined && currentTime >= end) this.#next();
  }

  #next(): void {
    this.#at += 1;
    this.#play(false);
  }

  /** `isJump`: starts at the beginning of the clip, regardless of the playing position. */
  #play(isJump: boolean): void {
    const clip = this.#clips[this.#at];
    if (!clip) {
      this.#sound.pause();
      // If the user skips ahead meanwhile, no document is skipped.
      if (this.#loading === this.#run) return;
      void this.#load(this.#run, () => this.#openNext());
      return;
    }
    const isThere =
      this.#sound.src === clip.sound &&
      this.#sound.currentTime > clip.begin - tolerance &&
      this.#sound.currentTime < (clip.end ?? Number.POSITIVE_INFINITY);
    if (isJump || !isThere) this.#seek(clip);
    this.#sound.playbackRate = this.#props.getRate();
    void this.#props.source.show(clip);
    const run = this.#run;
    this.#sound.play().catch((error: unknown) => {
      // A pause or another clip came first.
      const isOver = error instanceof DOMException && error.name === 'AbortError';
      if (!isOver && run === this.#run && this.#isSpeaking()) this.#fail();
    });
  }

  #seek({ sound, begin }: Clip): void {
    if (this.#sound.src !== sound) this.#sound.src = sound;
    this.#sound.currentTime = begin;
  }

  /** Plays the result of `find`, unless another run has started meanwhile. */
  async #load(run: number, find: () => Promise<Clip[]>): Promise<void> {
    this.#loading = run;
    try {
      let clips = await find();
      // Skips documents without audio.
      if (clips.length === 0) clips = await this.#openNext(() => run === this.#run);
      if (run !== this.#run || this.#status === 'off') return;
      if (clips.length === 0) {
        this.stop();
        return;
      }
      this.#clips = clips;
      this.#at = 0;
      if (this.#isSpeaking()) this.#play(true);
    } catch {
      if (run === this.#run) this.#fail();
    } finally {
      if (this.#loading === run) this.#loading = undefined;
    }
  }

  /** The clips of the next document that has any. Empty at the end of the book. */
  async #openNext(isWanted: () => boolean = () => true): Promise<Clip[]> {
    const { source } = this.#props;
    while (isWanted() && (await source.goOn())) {
      const clips = await source.list('start');
      if (clips.length > 0) return clips;
    }
    return [];
  }
}
