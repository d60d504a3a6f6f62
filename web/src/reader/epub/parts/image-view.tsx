// An image of the book, fitted to the screen or in its original size.
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from '../epub-reader.module.css';

interface Props {
  url: string;
  label: string;
  onClose(): void;
}

export function ImageView({ url, label, onClose }: Props) {
  const t = useTranslate();
  const [isZoomed, setZoomed] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div
      className={classes.image}
      role="dialog"
      aria-modal="true"
      aria-label={label || t('reader.epub.picture')}
      data-zoomed={isZoomed || undefined}
    >
      <button type="button" onClick={() => setZoomed(!isZoomed)} aria-pressed={isZoomed}>
        <img src={url} alt={label || t('reader.epub.picture')} />
      </button>
      <button
        ref={close}
        type="button"
        className={classes.closeImage}
        onClick={onClose}
        aria-label={t('reader.epub.closePanel')}
      >
        <IconX />
      </button>
    </div>
  );
}
