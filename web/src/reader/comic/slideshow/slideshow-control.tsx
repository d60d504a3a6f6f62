// Slideshow controls: pause, resume and stop. Shown while a slideshow runs or is paused.
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import chrome from '../../shared/bars/chrome.module.css';
import classes from './slideshow-control.module.css';
import type { Slideshow } from './use-slideshow.ts';

export function SlideshowControl({ slideshow: { state, toggle, stop } }: { slideshow: Slideshow }) {
  const t = useTranslate();
  if (state === 'off') return null;
  const isRunning = state === 'running';
  return (
    <section
      className={`${chrome.chrome} ${classes.control}`}
      aria-label={t('reader.comic.slideshow')}
      data-slideshow={state}
    >
      <BarButton
        label={t(isRunning ? 'reader.comic.pauseSlideshow' : 'reader.comic.resumeSlideshow')}
        onClick={toggle}
      >
        {isRunning ? <IconPlayerPause /> : <IconPlayerPlay />}
      </BarButton>
      {!isRunning && <span>{t('reader.comic.slideshowPaused')}</span>}
      <BarButton label={t('reader.comic.stopSlideshow')} onClick={stop}>
        <IconX />
      </BarButton>
    </section>
  );
}
