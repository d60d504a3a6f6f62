// Image settings: borders, brightness and colors.
import { useTranslate } from '../../../i18n/translate.ts';
import { SelectInput, SliderInput, SwitchInput } from '../../shared/settings/inputs.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { WarmthInput } from '../../shared/warmth/warmth-input.tsx';
import type { SettingsStore } from '../settings/use-settings.ts';
import { backgrounds } from '../state/settings.ts';

const backgroundNames = {
  black: 'backgroundBlack',
  gray: 'backgroundGray',
  white: 'backgroundWhite',
  theme: 'backgroundTheme',
} as const;

const toPercent = (value: number) => `${value} %`;

export function PictureSection({ settings, change }: Pick<SettingsStore, 'settings' | 'change'>) {
  const t = useTranslate();
  return (
    <SettingsSection title={t('reader.comic.pictureTitle')}>
      {settings.mode === 'paged' && (
        <SwitchInput
          label={t('reader.comic.crop')}
          value={settings.isCropped}
          onChange={(isCropped) => change({ isCropped })}
        />
      )}
      <SliderInput
        label={t('reader.comic.brightness')}
        value={settings.brightness}
        range={[30, 150]}
        format={toPercent}
        onChange={(brightness) => change({ brightness })}
      />
      <SliderInput
        label={t('reader.comic.contrast')}
        value={settings.contrast}
        range={[30, 150]}
        format={toPercent}
        onChange={(contrast) => change({ contrast })}
      />
      <WarmthInput />
      <SwitchInput
        label={t('reader.comic.gray')}
        value={settings.isGray}
        onChange={(isGray) => change({ isGray })}
      />
      <SelectInput
        label={t('reader.comic.background')}
        value={settings.background}
        data={backgrounds.map((value) => ({ value, label: t(`reader.comic.${backgroundNames[value]}`) }))}
        onChange={(background) => change({ background })}
      />
    </SettingsSection>
  );
}
