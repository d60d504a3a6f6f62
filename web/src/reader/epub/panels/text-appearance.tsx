// Text settings: flow, typeface, sizes and spacing.
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { SegmentedInput, SliderInput } from '../../shared/settings/inputs.tsx';
import type { Appearance } from '../appearance/appearance.ts';
import type { AppearanceSettings } from '../state/use-appearance.ts';
import { FontSelect } from './font-select.tsx';

interface Props {
  settings: AppearanceSettings;
}

export function TextAppearance({ settings }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { appearance, change } = settings;
  const asPercent = (value: number) => format.percent(value / 100);
  const lineHeight = { range: [1, 2.5], step: 0.1 } as const;
  return (
    <>
      <Choice
        settings={settings}
        name="flow"
        label={t('reader.epub.flow')}
        data={[
          ['paginated', t('reader.epub.flowPaginated')],
          ['scrolled', t('reader.epub.flowScrolled')],
        ]}
      />
      <FontSelect settings={settings} />
      <SliderInput
        label={t('reader.epub.size')}
        value={appearance.size}
        range={[50, 300]}
        step={5}
        format={asPercent}
        onChange={(size) => change({ size })}
      />
      <SliderInput
        {...lineHeight}
        label={t('reader.epub.lineHeight')}
        // The lowest value means the publisher's setting.
        value={appearance.lineHeight || lineHeight.range[0]}
        format={(value) => (value === lineHeight.range[0] ? t('reader.epub.asInBook') : format.number(value))}
        onChange={(value) => change({ lineHeight: value === lineHeight.range[0] ? 0 : value })}
      />
      <Sliders settings={settings} />
      <Choice
        settings={settings}
        name="align"
        label={t('reader.epub.align')}
        data={[
          ['publisher', t('reader.epub.asInBook')],
          ['start', t('reader.epub.alignStart')],
          ['justify', t('reader.epub.alignJustify')],
        ]}
      />
      <Choice
        settings={settings}
        name="hyphens"
        label={t('reader.epub.hyphens')}
        data={[
          ['publisher', t('reader.epub.asInBook')],
          ['auto', t('reader.epub.hyphensAuto')],
          ['none', t('reader.epub.hyphensNone')],
        ]}
      />
      <Choice
        settings={settings}
        name="columns"
        label={t('reader.epub.columns')}
        data={[
          ['auto', t('reader.epub.columnsAuto')],
          ['one', t('reader.epub.columnsOne')],
          ['two', t('reader.epub.columnsTwo')],
        ]}
      />
    </>
  );
}

function Sliders({ settings: { appearance, change } }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const asPercent = (value: number) => format.percent(value / 100);
  const hundredth = (value: number) => (value === 0 ? t('reader.epub.asInBook') : asPercent(value));
  const sliders = [
    { name: 'margin', label: t('reader.epub.margin'), range: [0, 20], step: 1, format: asPercent },
    {
      name: 'width',
      label: t('reader.epub.width'),
      range: [320, 1_600],
      step: 40,
      format: (value: number) => `${value} px`,
    },
    {
      name: 'letterSpacing',
      label: t('reader.epub.letterSpacing'),
      range: [0, 30],
      step: 1,
      format: hundredth,
    },
    { name: 'wordSpacing', label: t('reader.epub.wordSpacing'), range: [0, 60], step: 2, format: hundredth },
  ] as const;
  return sliders.map(({ name, ...slider }) => (
    <SliderInput
      key={name}
      {...slider}
      value={appearance[name]}
      onChange={(value) => change({ [name]: value })}
    />
  ));
}

type Choosable = 'flow' | 'align' | 'hyphens' | 'columns';

interface ChoiceProps<N extends Choosable> extends Props {
  name: N;
  label: string;
  data: readonly (readonly [Appearance[N], string])[];
}

function Choice<N extends Choosable>({
  settings: { appearance, change },
  name,
  label,
  data,
}: ChoiceProps<N>) {
  const options = data.map(([value, text]) => ({ value: String(value), label: text }));
  const choose = (value: string) => change({ [name]: value });
  return <SegmentedInput label={label} data={options} value={String(appearance[name])} onChange={choose} />;
}
