// The settings of the comic reader, beside the page, which changes at once.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { SegmentedInput, SelectInput, SliderInput, SwitchInput } from '../../shared/settings/inputs.tsx';
import { SettingsPanel } from '../../shared/settings/settings-panel.tsx';
import { WarmthInput } from '../../shared/warmth/warmth-input.tsx';
import { TappingChoice } from '../../shared/zones/tapping-choice.tsx';
import type { SettingsStore } from '../settings/use-settings.ts';
import { backgrounds, fits } from '../state/settings.ts';

interface Props {
  memory: SettingsStore;
  onZones(): void;
  onClose(): void;
}

export function ComicSettings({ memory, onZones, onClose }: Props) {
  const t = useTranslate();
  return (
    <SettingsPanel title={t('reader.comic.settings')} closeLabel={t('reader.comic.close')} onClose={onClose}>
      <Stack gap="lg">
        <Layout {...memory} />
        <Colours {...memory} />
        <OnDevice {...memory} onZones={onZones} />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              memory.saveAsDefaults();
              showToast(t('reader.comic.madeUsual'));
            }}
          >
            {t('reader.comic.makeUsual')}
          </Button>
          <Button variant="default" size="xs" onClick={memory.forget}>
            {t('reader.comic.forget')}
          </Button>
        </Group>
      </Stack>
    </SettingsPanel>
  );
}

type Part = Pick<SettingsStore, 'settings' | 'change'>;

const toPercent = (value: number) => `${value} %`;

function Layout({ settings, change }: Part) {
  const t = useTranslate();
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
      <SegmentedInput
        label={t('reader.comic.layout')}
        value={layout}
        data={[
          { value: 'single', label: t('reader.comic.singlePage') },
          { value: 'double', label: t('reader.comic.doublePage') },
          { value: 'strip', label: t('reader.comic.strip') },
        ]}
        onChange={(value) =>
          change(value === 'strip' ? { mode: 'strip' } : { mode: 'paged', isDouble: value === 'double' })
        }
      />
      {mode === 'strip' ? (
        <>
          <SliderInput
            label={t('reader.comic.stripWidth')}
            value={stripWidth}
            range={[20, 100]}
            format={toPercent}
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
      ) : (
        <>
          <SelectInput
            label={t('reader.comic.direction')}
            value={direction}
            data={(['ltr', 'rtl', 'ttb'] as const).map((value) => ({
              value,
              label: t(`reader.comic.${value}`),
            }))}
            onChange={(direction) => change({ direction })}
          />
          <SelectInput
            label={t('reader.comic.fit')}
            value={fit}
            data={fits.map((value) => ({ value, label: t(`reader.comic.${sizes[value]}`) }))}
            onChange={(fit) => change({ fit })}
          />
          {isDouble && (
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
            </>
          )}
        </>
      )}
    </Stack>
  );
}

function Colours({ settings, change }: Part) {
  const t = useTranslate();
  const names = {
    black: 'backgroundBlack',
    gray: 'backgroundGray',
    white: 'backgroundWhite',
    theme: 'backgroundTheme',
  } as const;
  return (
    <Stack gap="sm">
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
        data={backgrounds.map((value) => ({ value, label: t(`reader.comic.${names[value]}`) }))}
        onChange={(background) => change({ background })}
      />
    </Stack>
  );
}

function OnDevice({ settings, change, onZones }: Part & { onZones(): void }) {
  const t = useTranslate();
  return (
    <Stack gap="sm">
      <Text size="sm" fw={700}>
        {t('reader.shared.device')}
      </Text>
      <TappingChoice tapping={settings} onChange={change} onShow={onZones} />
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
    </Stack>
  );
}
