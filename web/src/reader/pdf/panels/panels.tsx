// The open panel of the PDF reader.
import { GoToPage } from '../../shared/bars/go-to-page.tsx';
import type { OpenPdf } from '../engine/open.ts';
import type { SearchState, Viewer } from '../engine/viewer.ts';
import type { PdfMarks } from '../marks/use-pdf-marks.ts';
import type { PdfSettings } from '../settings.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { PdfSettingsPanel } from './pdf-settings-panel.tsx';
import { SearchPanel } from './search-panel.tsx';

export type Panel = 'view' | 'contents' | 'search' | 'marks' | 'thumbnails' | 'goTo';

interface Props {
  pdf: OpenPdf;
  title: string;
  viewer: Viewer | undefined;
  panel: Panel | undefined;
  settings: PdfSettings;
  found: SearchState | undefined;
  /** Initial query of the search. */
  wanted: string;
  marks: PdfMarks;
  count: number;
  page: number;
  goTo(page: number): void;
  onSettings(settings: PdfSettings): void;
  onPictures: (() => void) | undefined;
  onClose(): void;
}

export function Panels(props: Props) {
  const { pdf, viewer, panel, settings, found, wanted, marks, count, page } = props;
  const { goTo, onSettings, onPictures, onClose } = props;
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
        <SearchPanel
          found={found}
          initial={wanted}
          onFind={(query, again) => viewer?.find(query, again)}
          onClose={onClose}
        />
      )}
      <GoToPage isOpen={panel === 'goTo'} onPage={goTo} count={count} page={page} onClose={onClose} />
      {panel === 'marks' && <MarksPanel marks={marks} title={props.title} goTo={goTo} onClose={onClose} />}
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
