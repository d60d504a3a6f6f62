// How the text is shown, chosen with the text in sight.
import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { Flag, Range, Segments } from '../../shared/settings/inputs.tsx';
import { useText as useSharedText } from '../../shared/words/index.ts';
import { type Look, usualLook } from '../look/look.ts';
import type { LookSettings } from '../state/use-look.ts';
import { useText } from '../words/index.ts';

interface Props {
  settings: LookSettings;
  isFixed: boolean;
  /** What belongs to the device, however the text is shown. */
  children: ReactNode;
}

export function LookPanel({ settings, isFixed, children }: Props) {
  const t = useText();
  const words = useSharedText();
  const { isOwn, setOwn, reset } = settings;
  return (
    <Stack gap="md">
      <Choice
        settings={settings}
        name="theme"
        label={t('theme')}
        data={[
          ['auto', t('themeAuto')],
          ['light', t('themeLight')],
          ['sepia', t('themeSepia')],
          ['dark', t('themeDark')],
          ['black', t('themeBlack')],
        ]}
      />
      {isFixed ? <Text c="dimmed">{t('fixedLook')}</Text> : <TextLook settings={settings} />}
      <Group justify="space-between">
        <Flag label={t('onlyThisBook')} value={isOwn} onChange={setOwn} />
        <Button variant="default" size="compact-md" onClick={reset}>
          {t('reset')}
        </Button>
      </Group>
      <Text size="sm" fw={700}>
        {words('device')}
      </Text>
      {children}
    </Stack>
  );
}

function TextLook({ settings }: Pick<Props, 'settings'>) {
  const t = useText();
  const format = useFormat();
  const { look, change } = settings;
  const asPercent = (value: number) => format.percent(value / 100);
  const hundredth = (value: number) => (value === 0 ? t('asInBook') : asPercent(value));
  const lineHeight = { range: [1, 2.5], step: 0.1 } as const;
  const sliders = [
    { name: 'margin', label: t('margin'), range: [0, 20], step: 1, say: asPercent },
    {
      name: 'width',
      label: t('width'),
      range: [320, 1_600],
      step: 40,
      say: (value: number) => `${value} px`,
    },
    { name: 'letterSpacing', label: t('letterSpacing'), range: [0, 30], step: 1, say: hundredth },
    { name: 'wordSpacing', label: t('wordSpacing'), range: [0, 60], step: 2, say: hundredth },
  ] as const;
  return (
    <>
      <Choice
        settings={settings}
        name="flow"
        label={t('flow')}
        data={[
          ['paginated', t('flowPaginated')],
          ['scrolled', t('flowScrolled')],
        ]}
      />
      <Font settings={settings} />
      <Range
        label={t('size')}
        value={look.size}
        range={[50, 300]}
        step={5}
        say={asPercent}
        onChange={(size) => change({ size })}
      />
      <Range
        {...lineHeight}
        label={t('lineHeight')}
        // At its beginning it is the publisher's.
        value={look.lineHeight || lineHeight.range[0]}
        say={(value) => (value === lineHeight.range[0] ? t('asInBook') : format.number(value))}
        onChange={(value) => change({ lineHeight: value === lineHeight.range[0] ? 0 : value })}
      />
      {sliders.map(({ name, ...slider }) => (
        <Range key={name} {...slider} value={look[name]} onChange={(value) => change({ [name]: value })} />
      ))}
      <Choice
        settings={settings}
        name="align"
        label={t('align')}
        data={[
          ['publisher', t('asInBook')],
          ['start', t('alignStart')],
          ['justify', t('alignJustify')],
        ]}
      />
      <Choice
        settings={settings}
        name="hyphens"
        label={t('hyphens')}
        data={[
          ['publisher', t('asInBook')],
          ['auto', t('hyphensAuto')],
          ['none', t('hyphensNone')],
        ]}
      />
      <Choice
        settings={settings}
        name="columns"
        label={t('columns')}
        data={[
          ['auto', t('columnsAuto')],
          ['one', t('columnsOne')],
          ['two', t('columnsTwo')],
        ]}
      />
    </>
  );
}

function Font({ settings: { look, change } }: Pick<Props, 'settings'>) {
  const t = useText();
  const data: { value: Look['font']; label: string }[] = [
    { value: 'publisher', label: t('fontPublisher') },
    { value: 'serif', label: t('fontSerif') },
    { value: 'sans', label: t('fontSans') },
    { value: 'dyslexic', label: t('fontDyslexic') },
    { value: 'mono', label: t('fontMono') },
  ];
  return (
    <Select
      label={t('font')}
      data={data}
      value={look.font}
      onChange={(value) => change({ font: data.find((one) => one.value === value)?.value ?? usualLook.font })}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

type Choosable = 'theme' | 'flow' | 'align' | 'hyphens' | 'columns';

interface ChoiceProps<N extends Choosable> extends Pick<Props, 'settings'> {
  name: N;
  label: string;
  data: readonly (readonly [Look[N], string])[];
}

function Choice<N extends Choosable>({ settings: { look, change }, name, label, data }: ChoiceProps<N>) {
  const options = data.map(([value, text]) => ({ value: String(value), label: text }));
  const choose = (value: string) => change({ [name]: value });
  if (data.length > 3)
    return (
      <Radio.Group label={label} value={String(look[name])} onChange={choose}>
        <Group gap="md" mt={6}>
          {options.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </Group>
      </Radio.Group>
    );
  return <Segments label={label} data={options} value={String(look[name])} onChange={choose} />;
}
