// The highlight colors: saturated, because they are drawn with low opacity on light and dark backgrounds.
import type { AnnotationColor } from '@lectern/contract/values';

export const highlightColors: Record<AnnotationColor, string> = {
  yellow: '#ffd400',
  green: '#4cbb3c',
  blue: '#3a8fe8',
  pink: '#f0569b',
  orange: '#ff8a1f',
  purple: '#9a66e0',
};
