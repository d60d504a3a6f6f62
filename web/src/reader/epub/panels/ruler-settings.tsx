// The settings of the reading ruler.
import { useTranslate } from '../../../i18n/translate.ts';
import { SegmentedInput, SliderInput } from '../../shared/settings/inputs.tsx';
import type { AppearanceSettings } from '../state/use-appearance.ts';

export function RulerSettings({ settings: { appearance, change } }: { settings: AppearanceSettings }) {
  const t = useTranslate();
  return (
    <>
      <SegmentedInput
        label={t('reader.epub.ruler')}
        value={appearance.ruler}
        data={[
          { value: 'off', label: t('reader.epub.rulerOff') },
          { value: 'line', label: t('reader.epub.rulerLine') },
          { value: 'window', label: t('reader.epub.rulerWindow') },
        ]}
        onChange={(ruler) => change({ ruler })}
      />
      {appearance.ruler !== 'off' && (
        <SliderInput
          label={t('reader.epub.rulerLines')}
          value={appearance.rulerLines}
          range={[1, 8]}
          format={(count) => t('reader.epub.rulerLineCount', { count })}
          onChange={(rulerLines) => change({ rulerLines })}
        />
      )}
    </>
  );
}
