// Colors of the pages and their surroundings, as CSS styles of the reader.
import type { CSSProperties } from 'react';
import type { Settings } from './settings.ts';

const backgrounds = { black: '#000', gray: '#4a4a4a', white: '#fff', theme: 'var(--mantine-color-body)' };

export const toStageStyle = ({
  brightness,
  contrast,
  isGray,
  background,
}: Settings): CSSProperties & Record<string, string> => {
  const isPlain = brightness === 100 && contrast === 100 && !isGray;
  return {
    background: backgrounds[background],
    '--page-filter': isPlain
      ? 'none'
      : `brightness(${brightness}%) contrast(${contrast}%) grayscale(${isGray ? 1 : 0})`,
  };
};
