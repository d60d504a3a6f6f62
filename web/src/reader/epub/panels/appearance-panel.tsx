// The settings of the appearance.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { SegmentedInput, SliderInput, SwitchInput } from '../../shared/settings/inputs.tsx';
import { type Swatch, Swatches } from '../../shared/settings/swatches.tsx';
import { type Appearance, defaultAppearance, type Theme, themeColors } from '../appearance/appearance.ts';
import type { AppearanceSettings } from '../state/use-appearance.ts';

interface Props {
  settings: AppearanceSettings;
  isFixed: boolean;
  /** Settings of the device. */
  children: ReactNode;
}

export function AppearancePanel({ settings, isFixed, children }: Props) {
  const t = useTranslate();
  const { isOwn, setOwn, reset } = settings;
  return (
    <Stack gap="md">
      <Swatches
        label={t('reader.epub.theme')}
        value={settings.appearance.theme}
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
        onChange={(theme) => settings.change({ theme })}
      />
      {isFixed ? (
        <Text c="dimmed">{t('reader.epub.fixedLook')}</Text>
      ) : (
        <TextAppearance settings={settings} />
      )}
      <Group justify="space-between">
        <SwitchInput label={t('reader.epub.onlyThisBook')} value={isOwn} onChange={setOwn} />
        <Button variant="default" size="compact-md" onClick={reset}>
          {t('reader.epub.reset')}
        </Button>
      </Group>
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

function TextAppearance({ settings }: Pick<Props, 'settings'>) {
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
      <Font settings={settings} />
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
        // The lowest value stands for the publisher's.
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

function Sliders({ settings: { appearance, change } }: Pick<Props, 'settings'>) {
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

function Font({ settings: { appearance, change } }: Pick<Props, 'settings'>) {
  const t = useTranslate();
  const data: { value: Appearance['font']; label: string }[] = [
    { value: 'publisher', label: t('reader.epub.fontPublisher') },
    { value: 'serif', label: t('reader.epub.fontSerif') },
    { value: 'sans', label: t('reader.epub.fontSans') },
    { value: 'dyslexic', label: t('reader.epub.fontDyslexic') },
    { value: 'mono', label: t('reader.epub.fontMono') },
  ];
  return (
    <Select
      label={t('reader.epub.font')}
      data={data}
      value={appearance.font}
      onChange={(value) =>
        change({ font: data.find((one) => one.value === value)?.value ?? defaultAppearance.font })
      }
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

type Choosable = 'flow' | 'align' | 'hyphens' | 'columns';

interface ChoiceProps<N extends Choosable> extends Pick<Props, 'settings'> {
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
