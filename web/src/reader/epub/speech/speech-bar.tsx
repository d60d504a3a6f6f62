// Controls for reading aloud: previous sentence, pause, next sentence, voice and rate, stop.
import { Group } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconSettings,
  IconX,
} from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import chrome from '../../shared/bars/chrome.module.css';
import way from '../../shared/bars/way-back.module.css';
import type { Speech } from './use-speech.ts';

interface Props {
  speech: Speech;
  onSettings(): void;
}

export function SpeechBar({ speech, onSettings }: Props) {
  const t = useTranslate();
  if (speech.status === 'off') return null;
  const isSpeaking = speech.status === 'speaking';
  return (
    <section className={`${chrome.chrome} ${way.way}`} aria-label={t('reader.epub.speech')}>
      <Group gap={0} wrap="nowrap">
        <BarButton label={t('reader.epub.speechBack')} onClick={() => speech.skip(-1)}>
          <IconPlayerSkipBack />
        </BarButton>
        <BarButton
          label={t(isSpeaking ? 'reader.epub.speechPause' : 'reader.epub.speechResume')}
          onClick={speech.pauseOrResume}
        >
          {isSpeaking ? <IconPlayerPause /> : <IconPlayerPlay />}
        </BarButton>
        <BarButton label={t('reader.epub.speechForward')} onClick={() => speech.skip(1)}>
          <IconPlayerSkipForward />
        </BarButton>
        <BarButton label={t('reader.epub.speechSettings')} onClick={onSettings}>
          <IconSettings />
        </BarButton>
        <BarButton label={t('reader.epub.speechStop')} onClick={speech.toggle}>
          <IconX />
        </BarButton>
      </Group>
    </section>
  );
}
