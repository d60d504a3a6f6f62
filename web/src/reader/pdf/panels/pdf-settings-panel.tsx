// The view settings of the PDF reader.
import { Button, Group, Stack } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { IncognitoInput } from '../../shared/incognito/incognito-input.tsx';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import { SelectInput, SliderInput } from '../../shared/settings/inputs.tsx';
import { type Swatch, Swatches } from '../../shared/settings/swatches.tsx';
import { WarmthInput } from '../../shared/warmth/warmth-input.tsx';
import { dimmest, type PageColor, type PdfSettings } from '../settings.ts';

interface Props {
  settings: PdfSettings;
  onSettings(settings: PdfSettings): void;
  onZoom(factor: number): void;
  onPictures: (() => void) | undefined;
  onClose(): void;
}

export function PdfSettingsPanel({ settings, onSettings, onZoom, onPictures, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const change = (part: Partial<PdfSettings>) => onSettings({ ...settings, ...part });
  const layouts = (['scroll', 'single'] as const).map((value) => ({
    value,
    label: t(`reader.pdf.${value}`),
  }));
  const spreads = [
    { value: 'one' as const, label: t('reader.pdf.spreadOne') },
    { value: 'cover' as const, label: t('reader.pdf.spreadCover') },
    { value: 'two' as const, label: t('reader.pdf.spreadTwo') },
  ];
  const sizes = [
    { value: 'page-width' as const, label: t('reader.pdf.fitWidth') },
    { value: 'page-fit' as const, label: t('reader.pdf.fitPage') },
  ];
  const colors: Swatch<PageColor>[] = [
    { value: 'original', label: t('reader.pdf.colorOriginal'), papers: ['#ffffff'], ink: '#1a1a1a' },
    { value: 'sepia', label: t('reader.epub.themeSepia'), papers: ['#f4ecd8'], ink: '#3d2f1f' },
    { value: 'dark', label: t('reader.epub.themeDark'), papers: ['#1f1e1d'], ink: '#d8d5cf' },
  ];
  return (
    <SidePanel title={t('reader.pdf.view')} closeLabel={t('reader.pdf.close')} onClose={onClose}>
      <Stack>
        <Swatches
          label={t('reader.pdf.colors')}
          value={settings.color}
          swatches={colors}
          onChange={(color) => change({ color })}
        />
        <SliderInput
          label={t('reader.shared.brightness')}
          value={settings.brightness}
          range={[dimmest, 100]}
          step={5}
          format={(value) => format.percent(value / 100)}
          onChange={(brightness) => change({ brightness })}
        />
        <WarmthInput />
        <SelectInput
          label={t('reader.pdf.layout')}
          value={settings.layout}
          data={layouts}
          onChange={(layout) => change({ layout })}
        />
        <SelectInput
          label={t('reader.pdf.spread')}
          value={settings.spread}
          data={spreads}
          onChange={(spread) => change({ spread })}
        />
        <SelectInput
          label={t('reader.pdf.size')}
          value={settings.fit}
          data={sizes}
          onChange={(fit) => change({ fit })}
        />
        <Group grow>
          <Button variant="default" onClick={() => onZoom(0.8)}>
            {t('reader.pdf.farther')}
          </Button>
          <Button variant="default" onClick={() => onZoom(1.25)}>
            {t('reader.pdf.closer')}
          </Button>
        </Group>
        <IncognitoInput />
        {onPictures && (
          <Button variant="default" onClick={onPictures}>
            {t('reader.pdf.asPictures')}
          </Button>
        )}
      </Stack>
    </SidePanel>
  );
}
