// The browser's voices, and the user's choice on this device.
import { toRecord } from '@lectern/contract/records';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';

const key = 'lectern.epub.speech';
/** Browsers load their voices asynchronously. */
const waitMs = 1_500;

export const rates = [0.5, 3] as const;

export interface SpeechSettings {
  rate: number;
  /** The chosen voice for each text language. */
  voices: Readonly<Record<string, string>>;
}

export function readSpeechSettings(): SpeechSettings {
  let stored: Record<string, unknown> = {};
  try {
    stored = toRecord(JSON.parse(readFromDevice(key) ?? '{}'));
  } catch {
    // Treated as an empty choice.
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

/** Returns "de" for "de-AT". */
export const toPrimary = (language: string | undefined): string =>
  (language ?? '').toLowerCase().split(/[-_]/)[0] ?? '';

/** All voices. Empty in a browser without voices. */
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

/** Voices of the language, those that run on the device first. */
export function sortVoices<
  V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default' | 'name'>,
>(voices: readonly V[], language: string | undefined): V[] {
  const wanted = toPrimary(language);
  const weigh = ({ lang, localService, default: isDefault }: V): number =>
    (toPrimary(lang) === wanted ? 0 : 4) + (localService ? 0 : 2) + (isDefault ? 0 : 1);
  return voices.toSorted((a, b) => weigh(a) - weigh(b) || a.name.localeCompare(b.name));
}

/** The chosen voice, or the first that matches. Undefined lets the browser choose. */
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
