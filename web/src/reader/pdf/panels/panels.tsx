// The open panel of the PDF reader.
import { GoToPage } from '../../shared/bars/go-to-page.tsx';
import type { OpenPdf } from '../engine/open.ts';
import type { Found, Viewer } from '../engine/viewer.ts';
import type { PdfSettings } from '../settings.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { PdfSettingsPanel } from './pdf-settings-panel.tsx';
import { SearchPanel } from './search-panel.tsx';

export type Panel = 'view' | 'contents' | 'search' | 'thumbnails' | 'goTo';

interface Props {
  pdf: OpenPdf;
  viewer: Viewer | undefined;
  panel: Panel | undefined;
  settings: PdfSettings;
  found: Found | undefined;
  count: number;
  page: number;
  goTo(page: number): void;
  onSettings(settings: PdfSettings): void;
  onPictures: (() => void) | undefined;
  onClose(): void;
}

export function Panels(props: Props) {
  const { pdf, viewer, panel, settings, found, count, page, goTo, onSettings, onPictures, onClose } = props;
  return (
    <>
      {panel === 'contents' && (
        <ContentsPanel
          pdf={pdf}
          onFollow={(target) => {
            viewer?.follow(target);
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {panel === 'search' && (
        <SearchPanel found={found} onFind={(query, again) => viewer?.find(query, again)} onClose={onClose} />
      )}
      <GoToPage isOpen={panel === 'goTo'} onPage={goTo} {...{ count, page, onClose }} />
      {panel === 'view' && (
        <PdfSettingsPanel
          settings={settings}
          onSettings={onSettings}
          onZoom={(factor) => viewer?.zoomBy(factor)}
          onPictures={onPictures}
          onClose={onClose}
        />
      )}
    </>
  );
}
