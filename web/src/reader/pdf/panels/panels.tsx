// The open panel of the PDF reader.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { GoToPage } from '../../shared/bars/go-to-page.tsx';
import type { OutlineEntry } from '../engine/outline.ts';
import type { SearchState, Viewer } from '../engine/viewer.ts';
import type { PdfMarks } from '../marks/use-pdf-marks.ts';
import type { PdfSettings } from '../settings.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { HelpPanel } from './help-panel.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { PdfSettingsPanel } from './pdf-settings-panel.tsx';
import { SearchPanel } from './search-panel.tsx';

export type Panel = 'view' | 'contents' | 'search' | 'marks' | 'thumbnails' | 'goTo' | 'help';

interface Props {
  document: PDFDocumentProxy;
  outline: readonly OutlineEntry[];
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
  const { outline, viewer, panel, settings, found, wanted, marks, count, page } = props;
  const { goTo, onSettings, onPictures, onClose } = props;
  return (
    <>
      {panel === 'contents' && (
        <ContentsPanel
          entries={outline}
          onFollow={(target) => {
            viewer?.follow(target);
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {panel === 'search' && (
        <SearchPanel
          document={props.document}
          found={found}
          onGo={(query, hit) => viewer?.findAt(query, hit)}
          initial={wanted}
          onFind={(query, again) => viewer?.find(query, again)}
          onClose={onClose}
        />
      )}
      <GoToPage isOpen={panel === 'goTo'} onPage={goTo} count={count} page={page} onClose={onClose} />
      {panel === 'help' && <HelpPanel onClose={onClose} />}
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
