// The setting for warm light.
import { useTranslate } from '../../../i18n/translate.ts';
import { SliderInput } from '../settings/inputs.tsx';
import { setWarmth, useWarmth } from './warmth.ts';

export function WarmthInput() {
  const t = useTranslate();
  return (
    <SliderInput
      label={t('reader.shared.warmth')}
      value={useWarmth()}
      range={[0, 100]}
      step={5}
      format={(value) => (value === 0 ? t('reader.shared.warmthNone') : `${value} %`)}
      onChange={setWarmth}
    />
  );
}
