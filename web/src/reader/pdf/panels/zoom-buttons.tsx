// Zoom buttons: smaller, larger, fit page, fit width.
import { Group, Text } from '@mantine/core';
import { IconArrowAutofitHeight, IconArrowAutofitWidth, IconMinus, IconPlus } from '@tabler/icons-react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import type { Fit, Zoom } from '../engine/viewer.ts';

interface Props {
  zoom: Zoom | undefined;
  onZoom(factor: number): void;
  onFit(fit: Fit): void;
}

const step = 1.25;

export function ZoomButtons({ zoom, onZoom, onFit }: Props) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Group gap={0} wrap="nowrap" justify="center" role="group" aria-label={t('reader.pdf.zoom')}>
      <BarButton label={t('reader.pdf.farther')} onClick={() => onZoom(1 / step)}>
        <IconMinus />
      </BarButton>
      <Text size="sm" w="3.25rem" ta="center">
        {zoom && format.percent(zoom.scale)}
      </Text>
      <BarButton label={t('reader.pdf.closer')} onClick={() => onZoom(step)}>
        <IconPlus />
      </BarButton>
      <BarButton
        label={t('reader.pdf.fitPage')}
        isPressed={zoom?.fit === 'page-fit'}
        onClick={() => onFit('page-fit')}
      >
        <IconArrowAutofitHeight />
      </BarButton>
      <BarButton
        label={t('reader.pdf.fitWidth')}
        isPressed={zoom?.fit === 'page-width'}
        onClick={() => onFit('page-width')}
      >
        <IconArrowAutofitWidth />
      </BarButton>
    </Group>
  );
}
