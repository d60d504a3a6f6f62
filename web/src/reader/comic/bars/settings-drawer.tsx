// How the comic is shown: chosen beside the page, which changes at once.
import {
  Button,
  Drawer,
  Group,
  NativeSelect,
  SegmentedControl,
  Slider,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { tell } from '../../../ui/toasts.tsx';
import type { SettingsMemory } from '../settings/use-settings.ts';
import { backgrounds, fits, type Settings, zonePresets } from '../state/settings.ts';
import { useText } from '../words/index.ts';

interface Props {
  isOpen: boolean;
  memory: SettingsMemory;
  onZones(): void;
  onClose(): void;
}

export function SettingsDrawer({ isOpen, memory, onZones, onClose }: Props) {
  const t = useText();
  const isNarrow = useMediaQuery('(max-width: 36em)');
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('settings')}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '62dvh' : 'xs'}
      // Its way of holding the page still writes a style element, which the policy forbids; nothing scrolls here.
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="lg">
        <Layout {...memory} />
        <Colours {...memory} />
        <Tapping {...memory} onZones={onZones} />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              memory.makeUsual();
              tell(t('madeUsual'));
            }}
          >
            {t('makeUsual')}
          </Button>
          <Button variant="default" size="xs" onClick={memory.forget}>
            {t('forget')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}

type Part = Pick<SettingsMemory, 'settings' | 'change'>;

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (readonly [value: T, label: string])[];
  onChange(value: T): void;
}

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl<T>
        fullWidth
        aria-label={label}
        value={value}
        onChange={onChange}
        data={choices.map(([one, words]) => ({ value: one, label: words }))}
      />
    </Stack>
  );
}

function Layout({ settings, change }: Part) {
  const t = useText();
  const { mode, isDouble, direction, fit, isCoverAlone, isShifted, gap, stripWidth } = settings;
  const layout = mode === 'strip' ? 'strip' : isDouble ? 'double' : 'single';
  const sizes = {
    screen: 'fitScreen',
    width: 'fitWidth',
    height: 'fitHeight',
    original: 'fitOriginal',
  } as const;
  return (
    <Stack gap="sm">
      <Choice
        label={t('layout')}
        value={layout}
        choices={[
          ['single', t('singlePage')],
          ['double', t('doublePage')],
          ['strip', t('strip')],
        ]}
        onChange={(value) =>
          change(value === 'strip' ? { mode: 'strip' } : { mode: 'paged', isDouble: value === 'double' })
        }
      />
      {mode === 'strip' ? (
        <>
          <Range
            label={t('stripWidth')}
            value={stripWidth}
            range={[20, 100]}
            onChange={(value) => change({ stripWidth: value })}
          />
          <Range
            label={t('gap')}
            unit="px"
            value={gap}
            range={[0, 60]}
            onChange={(value) => change({ gap: value })}
          />
        </>
      ) : (
        <>
          <OneOf
            label={t('direction')}
            value={direction}
            data={(['ltr', 'rtl', 'ttb'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(direction) => change({ direction })}
          />
          <OneOf
            label={t('fit')}
            value={fit}
            data={fits.map((value) => ({ value, label: t(sizes[value]) }))}
            onChange={(fit) => change({ fit })}
          />
          {isDouble && (
            <>
              <Flag
                label={t('coverAlone')}
                value={isCoverAlone}
                onChange={(value) => change({ isCoverAlone: value })}
              />
              <Flag
                label={t('shifted')}
                value={isShifted}
                onChange={(value) => change({ isShifted: value })}
              />
            </>
          )}
        </>
      )}
    </Stack>
  );
}

function Colours({ settings, change }: Part) {
  const t = useText();
  const names = {
    black: 'backgroundBlack',
    gray: 'backgroundGray',
    white: 'backgroundWhite',
    theme: 'backgroundTheme',
  } as const;
  return (
    <Stack gap="sm">
      <Range
        label={t('brightness')}
        value={settings.brightness}
        range={[30, 150]}
        onChange={(brightness) => change({ brightness })}
      />
      <Range
        label={t('contrast')}
        value={settings.contrast}
        range={[30, 150]}
        onChange={(contrast) => change({ contrast })}
      />
      <Flag label={t('gray')} value={settings.isGray} onChange={(isGray) => change({ isGray })} />
      <OneOf
        label={t('background')}
        value={settings.background}
        data={backgrounds.map((value) => ({ value, label: t(names[value]) }))}
        onChange={(background) => change({ background })}
      />
    </Stack>
  );
}

function Tapping({ settings, change, onZones }: Part & { onZones(): void }) {
  const t = useText();
  const names = {
    sides: 'zonesSides',
    lShape: 'zonesLShape',
    kindle: 'zonesKindle',
    edges: 'zonesEdges',
    none: 'zonesNone',
  } as const;
  return (
    <Stack gap="sm">
      <Text size="sm" fw={700}>
        {t('device')}
      </Text>
      <Group align="end" wrap="nowrap">
        <OneOf
          label={t('zones')}
          value={settings.zones}
          data={zonePresets.map((value) => ({ value, label: t(names[value]) }))}
          onChange={(zones) => change({ zones })}
        />
        <Button variant="default" onClick={onZones}>
          {t('showZones')}
        </Button>
      </Group>
      <Flag
        label={t('inverted')}
        value={settings.isInverted}
        onChange={(isInverted) => change({ isInverted })}
      />
      <Flag label={t('resized')} value={settings.isResized} onChange={(isResized) => change({ isResized })} />
      <Flag
        label={t('lettersOn')}
        value={settings.areLettersOn}
        onChange={(areLettersOn) => change({ areLettersOn } satisfies Partial<Settings>)}
      />
    </Stack>
  );
}

interface OneOfProps<T extends string> {
  label: string;
  value: T;
  data: { value: T; label: string }[];
  onChange(value: T): void;
}

/** The device's own list: a phone's is made for thumbs. */
function OneOf<T extends string>({ label, value, data, onChange }: OneOfProps<T>) {
  return (
    <NativeSelect
      style={{ flex: 1 }}
      label={label}
      value={value}
      data={data}
      onChange={({ currentTarget }) => {
        const chosen = data.find((one) => one.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

interface FlagProps {
  label: string;
  value: boolean;
  onChange(value: boolean): void;
}

const Flag = ({ label, value, onChange }: FlagProps) => (
  <Switch label={label} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
);

interface RangeProps {
  label: string;
  value: number;
  range: readonly [low: number, high: number];
  unit?: string;
  onChange(value: number): void;
}

function Range({ label, value, range: [min, max], unit = '%', onChange }: RangeProps) {
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">{`${value} ${unit}`}</Text>
      </Group>
      <Slider min={min} max={max} value={value} onChange={onChange} label={null} thumbLabel={label} />
    </div>
  );
}
