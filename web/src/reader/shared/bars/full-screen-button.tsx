// Toggles full screen.
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { toggleFullScreen, useIsFullScreen } from '../full-screen.ts';
import { BarButton } from './bar-button.tsx';

export function FullScreenButton() {
  const t = useTranslate();
  const isFull = useIsFullScreen();
  return (
    <BarButton
      label={t(isFull ? 'reader.shared.leaveFullScreen' : 'reader.shared.fullScreen')}
      onClick={toggleFullScreen}
    >
      {isFull ? <IconMinimize /> : <IconMaximize />}
    </BarButton>
  );
}
