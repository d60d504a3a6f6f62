// How the document is shown.
import { Button, Drawer, Group, NativeSelect, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PdfLook } from '../choice.ts';
import { useText } from '../words/index.ts';

interface Props {
  isOpen: boolean;
  look: PdfLook;
  onLook(look: PdfLook): void;
  onZoom(factor: number): void;
  onPictures(): void;
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
        <NativeSelect
          label={t('layout')}
          value={look.layout}
          data={layouts}
          onChange={({ currentTarget }) =>
            onLook({ ...look, layout: currentTarget.value === 'single' ? 'single' : 'scroll' })
          }
        />
        <NativeSelect
          label={t('size')}
          value={look.fit}
          data={sizes}
          onChange={({ currentTarget }) =>
            onLook({ ...look, fit: currentTarget.value === 'page-fit' ? 'page-fit' : 'page-width' })
          }
        />
        <Group grow>
          <Button variant="default" onClick={() => onZoom(0.8)}>
            {t('farther')}
          </Button>
          <Button variant="default" onClick={() => onZoom(1.25)}>
            {t('closer')}
          </Button>
        </Group>
        <Button variant="default" onClick={onPictures}>
          {t('asPictures')}
        </Button>
      </Stack>
    </Drawer>
  );
}
