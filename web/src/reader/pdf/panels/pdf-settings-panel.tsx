// The view settings of the PDF reader.
import { Button, Group, Stack } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { SelectInput } from '../../shared/settings/inputs.tsx';
import { SettingsPanel } from '../../shared/settings/settings-panel.tsx';
import type { PdfSettings } from '../settings.ts';

interface Props {
  look: PdfSettings;
  onLook(look: PdfSettings): void;
  onZoom(factor: number): void;
  onPictures: (() => void) | undefined;
  onClose(): void;
}

export function PdfSettingsPanel({ look, onLook, onZoom, onPictures, onClose }: Props) {
  const t = useTranslate();
  const layouts = (['scroll', 'single'] as const).map((value) => ({
    value,
    label: t(`reader.pdf.${value}`),
  }));
  const sizes = [
    { value: 'page-width' as const, label: t('reader.pdf.fitWidth') },
    { value: 'page-fit' as const, label: t('reader.pdf.fitPage') },
  ];
  return (
    <SettingsPanel title={t('reader.pdf.view')} closeLabel={t('reader.pdf.close')} onClose={onClose}>
      <Stack>
        <SelectInput
          label={t('reader.pdf.layout')}
          value={look.layout}
          data={layouts}
          onChange={(layout) => onLook({ ...look, layout })}
        />
        <SelectInput
          label={t('reader.pdf.size')}
          value={look.fit}
          data={sizes}
          onChange={(fit) => onLook({ ...look, fit })}
        />
        <Group grow>
          <Button variant="default" onClick={() => onZoom(0.8)}>
            {t('reader.pdf.farther')}
          </Button>
          <Button variant="default" onClick={() => onZoom(1.25)}>
            {t('reader.pdf.closer')}
          </Button>
        </Group>
        {onPictures && (
          <Button variant="default" onClick={onPictures}>
            {t('reader.pdf.asPictures')}
          </Button>
        )}
      </Stack>
    </SettingsPanel>
  );
}
