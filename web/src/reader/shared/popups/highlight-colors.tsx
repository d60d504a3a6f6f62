// The highlight colors.
import { keysOf } from '@lectern/contract/records';
import type { AnnotationColor } from '@lectern/contract/values';
import { ActionIcon, Group } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { highlightColors } from '../annotations/colors.ts';
import classes from './popups.module.css';

interface Props {
  color?: AnnotationColor | null;
  onColor(color: AnnotationColor): void;
}

declare module 'react' {
  interface CSSProperties {
    '--mark'?: string;
  }
}

export const toHighlightStyle = (color: AnnotationColor | null): CSSProperties => ({
  '--mark': highlightColors[color ?? 'yellow'],
});

export function HighlightColors({ color, onColor }: Props) {
  const t = useTranslate();
  return (
    <Group gap={2} justify="center" wrap="nowrap">
      {keysOf(highlightColors).map((one) => (
        <ActionIcon
          key={one}
          variant={one === color ? 'light' : 'subtle'}
          color="gray"
          size={44}
          aria-pressed={color === undefined ? undefined : one === color}
          aria-label={t('reader.epub.highlightIn', { color: t(`reader.epub.${one}`) })}
          title={t(`reader.epub.${one}`)}
          onClick={() => onColor(one)}
        >
          <span className={classes.swatch} style={toHighlightStyle(one)} />
        </ActionIcon>
      ))}
    </Group>
  );
}
