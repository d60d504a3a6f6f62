// Settings for turning, loading and ending pages. They apply to all books on this device.
import { Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { IncognitoInput } from '../../shared/incognito/incognito-input.tsx';
import { SelectInput, SliderInput, SwitchInput } from '../../shared/settings/inputs.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { TappingChoice } from '../../shared/zones/tapping-choice.tsx';
import type { SettingsStore } from '../settings/use-settings.ts';
import { endings, savings } from '../state/settings.ts';

interface Props extends Pick<SettingsStore, 'settings' | 'change'> {
  onZones(): void;
}

const endingNames = { card: 'endingCard', countdown: 'endingCountdown', next: 'endingNext' } as const;
const savingNames = { auto: 'savingAuto', on: 'savingOn', off: 'savingOff' } as const;

export function ReadingSection({ settings, change, onZones }: Props) {
  const t = useTranslate();
  return (
    <SettingsSection title={t('reader.comic.readingTitle')}>
      <IncognitoInput />
      <Text size="sm" fw={700}>
        {t('reader.shared.device')}
      </Text>
      <TappingChoice tapping={settings} onChange={change} onShow={onZones} />
      <SelectInput
        label={t('reader.comic.ending')}
        value={settings.ending}
        data={endings.map((value) => ({ value, label: t(`reader.comic.${endingNames[value]}`) }))}
        onChange={(ending) => change({ ending })}
      />
      <SwitchInput
        label={t('reader.comic.skipping')}
        value={settings.isSkipping}
        onChange={(isSkipping) => change({ isSkipping })}
      />
      <SliderInput
        label={t('reader.comic.slideSeconds')}
        value={settings.slideSeconds}
        range={[3, 60]}
        format={(value) => t('reader.comic.seconds', { count: value })}
        onChange={(slideSeconds) => change({ slideSeconds })}
      />
      <SelectInput
        label={t('reader.comic.saving')}
        value={settings.saving}
        data={savings.map((value) => ({ value, label: t(`reader.comic.${savingNames[value]}`) }))}
        onChange={(saving) => change({ saving })}
      />
      <SwitchInput
        label={t('reader.comic.resized')}
        value={settings.isResized}
        onChange={(isResized) => change({ isResized })}
      />
      <SwitchInput
        label={t('reader.comic.lettersOn')}
        value={settings.areLettersOn}
        onChange={(areLettersOn) => change({ areLettersOn })}
      />
    </SettingsSection>
  );
}
