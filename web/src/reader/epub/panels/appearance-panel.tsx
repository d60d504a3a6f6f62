// The appearance settings.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { IncognitoInput } from '../../shared/incognito/incognito-input.tsx';
import { SliderInput, SwitchInput } from '../../shared/settings/inputs.tsx';
import { type Swatch, Swatches } from '../../shared/settings/swatches.tsx';
import { WarmthInput } from '../../shared/warmth/warmth-input.tsx';
import { type Appearance, type Theme, themeColors } from '../appearance/appearance.ts';
import type { Speech } from '../speech/use-speech.ts';
import type { AppearanceSettings } from '../state/use-appearance.ts';
import { RulerSettings } from './ruler-settings.tsx';
import { TextAppearance } from './text-appearance.tsx';

interface Props {
  settings: AppearanceSettings;
  isFixed: boolean;
  speech: Speech;
  /** Settings of the device. */
  children: ReactNode;
}

export function AppearancePanel({ settings, isFixed, speech, children }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { isOwn, setOwn, reset, appearance, change } = settings;
  return (
    <Stack gap="md">
      {speech.isPossible && speech.status === 'off' && (
        <Button
          variant="default"
          hiddenFrom="xs"
          leftSection={<IconVolume size={18} />}
          onClick={speech.toggle}
        >
          {t('reader.epub.speech')}
        </Button>
      )}
      <Swatches
        label={t('reader.epub.theme')}
        value={appearance.theme}
        swatches={[
          {
            value: 'auto',
            label: t('reader.epub.themeAuto'),
            papers: [themeColors.light.paper, themeColors.dark.paper],
            ink: themeColors.light.ink,
          },
          toSwatch('light', t('reader.epub.themeLight')),
          toSwatch('sepia', t('reader.epub.themeSepia')),
          toSwatch('dark', t('reader.epub.themeDark')),
          toSwatch('black', t('reader.epub.themeBlack')),
        ]}
        onChange={(theme) => change({ theme })}
      />
      <SliderInput
        label={t('reader.shared.brightness')}
        value={appearance.brightness}
        range={[30, 100]}
        step={5}
        format={(value) => format.percent(value / 100)}
        onChange={(brightness) => change({ brightness })}
      />
      <WarmthInput />
      {isFixed ? (
        <Text c="dimmed">{t('reader.epub.fixedLook')}</Text>
      ) : (
        <TextAppearance settings={settings} />
      )}
      <RulerSettings settings={settings} />
      <Group justify="space-between">
        <SwitchInput label={t('reader.epub.onlyThisBook')} value={isOwn} onChange={setOwn} />
        <Button variant="default" size="compact-md" onClick={reset}>
          {t('reader.epub.reset')}
        </Button>
      </Group>
      <IncognitoInput />
      <Text size="sm" fw={700}>
        {t('reader.shared.device')}
      </Text>
      {children}
    </Stack>
  );
}

const toSwatch = (value: Theme, label: string): Swatch<Appearance['theme']> => {
  const { paper, ink } = themeColors[value];
  return { value, label, papers: [paper], ink };
};
