// How the document is shown.
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { OneOf } from '../../shared/settings/inputs.tsx';
import type { PdfLook } from '../choice.ts';
import { useText } from '../words/index.ts';

interface Props {
  isOpen: boolean;
  look: PdfLook;
  onLook(look: PdfLook): void;
  onZoom(factor: number): void;
  onPictures: (() => void) | undefined;
  onClose(): void;
}

export function ViewDrawer({ isOpen, look, onLook, onZoom, onPictures, onClose }: Props) {
  const t = useText();
  const isNarrow = useMediaQuery('(max-width: 36em)');
  const layouts = (['scroll', 'single'] as const).map((value) => ({ value, label: t(value) }));
  const sizes = [
    { value: 'page-width' as const, label: t('fitWidth') },
    { value: 'page-fit' as const, label: t('fitPage') },
  ];
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('view')}
      position={isNarrow ? 'bottom' : 'right'}
      size="xs"
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <OneOf
          label={t('layout')}
          value={look.layout}
          data={layouts}
          onChange={(layout) => onLook({ ...look, layout })}
        />
        <OneOf label={t('size')} value={look.fit} data={sizes} onChange={(fit) => onLook({ ...look, fit })} />
        <Group grow>
          <Button variant="default" onClick={() => onZoom(0.8)}>
            {t('farther')}
          </Button>
          <Button variant="default" onClick={() => onZoom(1.25)}>
            {t('closer')}
          </Button>
        </Group>
        {onPictures && (
          <Button variant="default" onClick={onPictures}>
            {t('asPictures')}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
