// The rules of the chosen typeface once it is loaded. Until then, and when offline, a system font is used.
import { useEffect, useState } from 'react';
import type { Appearance } from './appearance.ts';
import { loadFontFaces } from './font-faces.ts';

export function useFontFaces(font: Appearance['font'], language: string | undefined): string {
  const [rules, setRules] = useState('');
  useEffect(() => {
    let isOver = false;
    loadFontFaces(font, language).then(
      (loaded) => !isOver && setRules(loaded),
      () => !isOver && setRules(''),
    );
    return () => {
      isOver = true;
    };
  }, [font, language]);
  return rules;
}
