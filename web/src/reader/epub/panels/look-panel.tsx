// How the text is shown, chosen with the text in sight.
import { Button, Group, Radio, SegmentedControl, Select, Slider, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { type Look, usualLook } from '../look/look.ts';
import type { LookSettings } from '../state/use-look.ts';
import { useText } from '../words/index.ts';

interface Props {
  settings: LookSettings;
  isFixed: boolean;
}

export function LookPanel({ settings, isFixed }: Props) {
  const t = useText();
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
        <Switch
          label={t('onlyThisBook')}
          checked={isOwn}
          onChange={({ currentTarget }) => setOwn(currentTarget.checked)}
        />
        <Button variant="default" size="compact-md" onClick={reset}>
          {t('reset')}
        </Button>
      </Group>
    </Stack>
  );
}

function TextLook({ settings }: Pick<Props, 'settings'>) {
  const t = useText();
  const format = useFormat();
  const { look, change } = settings;
  const hundredth = (value: number) => (value === 0 ? t('asInBook') : format.percent(value / 100));
  const sliders = [
    {
      name: 'size',
      label: t('size'),
      min: 50,
      max: 300,
      step: 5,
      say: (value: number) => format.percent(value / 100),
    },
    { name: 'lineHeight', label: t('lineHeight'), min: 1, max: 2.5, step: 0.1, say: format.number },
    {
      name: 'margin',
      label: t('margin'),
      min: 0,
      max: 20,
      step: 1,
      say: (value: number) => format.percent(value / 100),
    },
    {
      name: 'width',
      label: t('width'),
      min: 320,
      max: 1_600,
      step: 40,
      say: (value: number) => `${value} px`,
    },
    { name: 'letterSpacing', label: t('letterSpacing'), min: 0, max: 30, step: 1, say: hundredth },
    { name: 'wordSpacing', label: t('wordSpacing'), min: 0, max: 60, step: 2, say: hundredth },
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
      {sliders.map(({ name, label, say, min, ...range }) => {
        const isUsual = name === 'lineHeight' && look.lineHeight === 0;
        return (
          <Labelled key={name} label={label} value={isUsual ? t('asInBook') : say(look[name])}>
            <Slider
              {...range}
              min={min}
              value={isUsual ? min : look[name]}
              onChange={(value) => change({ [name]: name === 'lineHeight' && value === min ? 0 : value })}
              label={null}
              thumbLabel={label}
              thumbProps={{ 'aria-valuetext': isUsual ? t('asInBook') : say(look[name]) }}
              py={10}
            />
          </Labelled>
        );
      })}
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
  return (
    <Labelled label={label}>
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={options}
        value={String(look[name])}
        onChange={choose}
      />
    </Labelled>
  );
}

function Labelled({ label, value, children }: { label: string; value?: string; children: ReactNode }) {
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {value && (
          <Text size="sm" c="dimmed">
            {value}
          </Text>
        )}
      </Group>
      {children}
    </div>
  );
}
