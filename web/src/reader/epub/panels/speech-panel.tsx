// Voice and speed of reading aloud.
import { Stack, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { SelectInput, SliderInput } from '../../shared/settings/inputs.tsx';
import type { Speech } from '../speech/use-speech.ts';
import { rates, sortVoices, toPrimary } from '../speech/voices.ts';

export function SpeechPanel({ speech }: { speech: Speech }) {
  const t = useTranslate();
  const format = useFormat();
  const { voices, settings, language, isNarrated, change } = speech;
  const primary = toPrimary(language);
  const toLabel = ({ name, lang, localService }: SpeechSynthesisVoice): string => {
    const voice = `${name} (${format.languageName(lang.replace('_', '-'))})`;
    return localService ? voice : t('reader.epub.voiceOnline', { voice });
  };
  const known = sortVoices(voices, language).map((voice) => ({
    value: voice.voiceURI,
    label: toLabel(voice),
  }));
  return (
    <Stack gap="md">
      {!isNarrated && (
        <SelectInput
          label={t('reader.epub.voice')}
          value={settings.voices[primary] ?? ''}
          data={[{ value: '', label: t('reader.epub.voiceAuto') }, ...known]}
          onChange={(voiceURI) => change({ voices: { ...settings.voices, [primary]: voiceURI } })}
        />
      )}
      <SliderInput
        label={t('reader.epub.rate')}
        value={settings.rate}
        range={rates}
        step={0.1}
        format={(value) => t('reader.epub.rateTimes', { value: format.number(value) })}
        onChange={(rate) => change({ rate: Math.round(rate * 10) / 10 })}
      />
      <Text size="sm" c="dimmed">
        {t(isNarrated ? 'reader.epub.soundHint' : 'reader.epub.voiceHint')}
      </Text>
    </Stack>
  );
}
