// The voices of the browser, and the choice among them on this device.
import { toRecord } from '@lectern/contract/records';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';

const key = 'lectern.epub.speech';
/** Browsers list their voices some time after they were asked. */
const waitMs = 1_500;

export const rates = [0.5, 3] as const;

export interface SpeechSettings {
  rate: number;
  /** The chosen voice by the language of texts. */
  voices: Readonly<Record<string, string>>;
}

export function readSpeechSettings(): SpeechSettings {
  let stored: Record<string, unknown> = {};
  try {
    stored = toRecord(JSON.parse(readFromDevice(key) ?? '{}'));
  } catch {
    // As if nothing was stored.
  }
  const { rate } = stored;
  const isRate = typeof rate === 'number' && rate >= rates[0] && rate <= rates[1];
  const voices = Object.entries(toRecord(stored.voices)).flatMap(([language, voice]) =>
    typeof voice === 'string' ? [[language, voice] as const] : [],
  );
  return { rate: isRate ? rate : 1, voices: Object.fromEntries(voices) };
}

export const saveSpeechSettings = (settings: SpeechSettings): void =>
  storeOnDevice(key, JSON.stringify(settings));

/** "de" of "de-AT". */
export const toPrimary = (language: string | undefined): string =>
  (language ?? '').toLowerCase().split(/[-_]/)[0] ?? '';

/** All voices; empty in a browser without any. */
export async function listVoices(): Promise<SpeechSynthesisVoice[]> {
  if (!('speechSynthesis' in window)) return [];
  const known = speechSynthesis.getVoices();
  if (known.length > 0) return known;
  await new Promise<void>((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true });
    window.setTimeout(resolve, waitMs);
  });
  return speechSynthesis.getVoices();
}

/** Those of the language first, and of those the ones that speak on the device itself. */
export function sortVoices<
  V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default' | 'name'>,
>(voices: readonly V[], language: string | undefined): V[] {
  const wanted = toPrimary(language);
  const weigh = ({ lang, localService, default: isDefault }: V): number =>
    (toPrimary(lang) === wanted ? 0 : 4) + (localService ? 0 : 2) + (isDefault ? 0 : 1);
  return voices.toSorted((a, b) => weigh(a) - weigh(b) || a.name.localeCompare(b.name));
}

/** The chosen voice, else the first that suits; undefined lets the browser choose one. */
export function findVoice(
  voices: readonly SpeechSynthesisVoice[],
  language: string | undefined,
  settings: SpeechSettings,
): SpeechSynthesisVoice | undefined {
  const primary = toPrimary(language);
  const chosen = voices.find(({ voiceURI }) => voiceURI === settings.voices[primary]);
  if (chosen) return chosen;
  const [first] = sortVoices(voices, language);
  return first && (primary === '' || toPrimary(first.lang) === primary) ? first : undefined;
}
