// Page layout: number of pages, order and fit.
import { useTranslate } from '../../../i18n/translate.ts';
import { SegmentedInput, SelectInput, SliderInput, SwitchInput } from '../../shared/settings/inputs.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import type { SettingsStore } from '../settings/use-settings.ts';
import { fits, layouts, rests, wholePages } from '../state/settings.ts';

interface Props extends Pick<SettingsStore, 'settings' | 'change'> {
  /** Whether pages are currently shown side by side. */
  isDouble: boolean;
}

const layoutNames = {
  auto: 'autoPages',
  single: 'singlePage',
  double: 'doublePage',
  strip: 'strip',
} as const;
const fitNames = {
  screen: 'fitScreen',
  width: 'fitWidth',
  height: 'fitHeight',
  original: 'fitOriginal',
} as const;

const wholePageNames = { none: 'wholePageNone', before: 'wholePageBefore', after: 'wholePageAfter' } as const;
const restNames = { dim: 'restDim', hide: 'restHide', show: 'restShow' } as const;

export function LayoutSection(props: Props) {
  const t = useTranslate();
  const { settings, change } = props;
  const isStrip = settings.mode === 'strip';
  return (
    <SettingsSection title={t('reader.comic.layoutTitle')}>
      <SegmentedInput
        label={t('reader.comic.layout')}
        value={isStrip ? 'strip' : settings.layout}
        data={[...layouts, 'strip' as const].map((value) => ({
          value,
          label: t(`reader.comic.${layoutNames[value]}`),
        }))}
        onChange={(value) => change(value === 'strip' ? { mode: 'strip' } : { mode: 'paged', layout: value })}
      />
      {isStrip ? <OfStrip {...props} /> : <OfPages {...props} />}
    </SettingsSection>
  );
}

function OfStrip({ settings: { stripWidth, gap }, change }: Props) {
  const t = useTranslate();
  return (
    <>
      <SliderInput
        label={t('reader.comic.stripWidth')}
        value={stripWidth}
        range={[20, 100]}
        format={(value) => `${value} %`}
        onChange={(value) => change({ stripWidth: value })}
      />
      <SliderInput
        label={t('reader.comic.gap')}
        value={gap}
        range={[0, 60]}
        format={(value) => `${value} px`}
        onChange={(value) => change({ gap: value })}
      />
    </>
  );
}

function OfPages({ settings, change, isDouble }: Props) {
  const t = useTranslate();
  const { direction, fit, isCoverAlone, isShifted, hasGutter, isSplit } = settings;
  return (
    <>
      <SelectInput
        label={t('reader.comic.direction')}
        value={direction}
        data={(['ltr', 'rtl', 'ttb'] as const).map((value) => ({ value, label: t(`reader.comic.${value}`) }))}
        onChange={(direction) => change({ direction })}
      />
      <SelectInput
        label={t('reader.comic.fit')}
        value={fit}
        data={fits.map((value) => ({ value, label: t(`reader.comic.${fitNames[value]}`) }))}
        onChange={(fit) => change({ fit })}
      />
      {isDouble ? (
        <>
          <SwitchInput
            label={t('reader.comic.coverAlone')}
            value={isCoverAlone}
            onChange={(value) => change({ isCoverAlone: value })}
          />
          <SwitchInput
            label={t('reader.comic.shifted')}
            value={isShifted}
            onChange={(value) => change({ isShifted: value })}
          />
          <SwitchInput
            label={t('reader.comic.gutter')}
            value={hasGutter}
            onChange={(value) => change({ hasGutter: value })}
          />
        </>
      ) : (
        <SwitchInput
          label={t('reader.comic.split')}
          value={isSplit}
          onChange={(value) => change({ isSplit: value })}
        />
      )}
      <SwitchInput
        label={t('reader.comic.guided')}
        value={settings.isGuided}
        onChange={(isGuided) => change({ isGuided })}
      />
      {settings.isGuided && <OfPanels settings={settings} change={change} />}
    </>
  );
}

function OfPanels({ settings, change }: Pick<Props, 'settings' | 'change'>) {
  const t = useTranslate();
  return (
    <>
      <SelectInput
        label={t('reader.comic.wholePage')}
        value={settings.wholePage}
        data={wholePages.map((value) => ({ value, label: t(`reader.comic.${wholePageNames[value]}`) }))}
        onChange={(wholePage) => change({ wholePage })}
      />
      <SelectInput
        label={t('reader.comic.rest')}
        value={settings.rest}
        data={rests.map((value) => ({ value, label: t(`reader.comic.${restNames[value]}`) }))}
        onChange={(rest) => change({ rest })}
      />
    </>
  );
}
