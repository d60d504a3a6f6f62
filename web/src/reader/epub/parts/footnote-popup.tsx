// A footnote next to its link, sanitized to text and emphasis.
import { Button } from '@mantine/core';
import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Popup } from '../../shared/popups/popup.tsx';
import type { Footnote } from '../engine/engine.ts';
import classes from '../epub-reader.module.css';

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'em', 'i', 'strong', 'b', 'sup', 'sub', 'span', 'cite', 'q', 'blockquote'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'ruby', 'rt', 'rp', 'code'],
  ],
  ALLOWED_ATTR: ['lang', 'dir'],
  RETURN_DOM_FRAGMENT: true,
} as const;

interface Props {
  note: Footnote;
  onGo(url: string): void;
}

export function FootnotePopup({ note: { html, url, bounds }, onGo }: Props) {
  const t = useTranslate();
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    text.current?.replaceChildren(
      DOMPurify.sanitize(html, {
        ...allowed,
        ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
        ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
      }),
    );
  }, [html]);
  return (
    <Popup bounds={bounds} label={t('reader.epub.footnote')} takesFocus>
      <div ref={text} className={classes.note} />
      <Button size="compact-sm" variant="subtle" onClick={() => onGo(url)}>
        {t('reader.epub.goToNote')}
      </Button>
    </Popup>
  );
}
