// The open popup.

import type { AnnotationColor } from '@lectern/contract/values';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { GoToPage } from '../../shared/bars/go-to-page.tsx';
import { HighlightPopup } from '../../shared/popups/highlight-popup.tsx';
import { SelectionPopup } from '../../shared/popups/selection-popup.tsx';
import { ZonesOverlay } from '../../shared/zones/zones-overlay.tsx';
import { type OpenBook, ofPage } from '../state/use-book.ts';
import type { Reader } from '../state/use-reader.ts';
import { FootnotePopup } from './footnote-popup.tsx';
import { ImageView } from './image-view.tsx';

export function Popups({ reader, open }: { reader: Reader; open: OpenBook }) {
  const { state, dispatch, annotations, go } = reader;
  const { popup } = state;
  const close = () => dispatch({ type: 'popup', popup: undefined });
  switch (popup?.kind) {
    case 'selection':
      return <Selection reader={reader} popup={popup} language={open.book.language} />;
    case 'mark': {
      const mark = annotations.all.find(({ id }) => id === popup.id);
      if (!mark) return null;
      const change = (part: { color?: AnnotationColor; note?: string | null }) => {
        annotations.change(mark, part);
        close();
      };
      return (
        <HighlightPopup
          key={mark.id}
          annotation={mark}
          bounds={popup.bounds}
          onColor={(color) => change({ color })}
          onNote={(note) => change({ note: note.trim() ? note : null })}
          onRemove={() => reader.remove(mark)}
        />
      );
    }
    case 'note':
      return <FootnotePopup note={popup.note} onGo={(url) => go({ url })} />;
    case 'image':
      return <ImageView url={popup.url} label={popup.label} onClose={close} />;
    case 'zones':
      return (
        <ZonesOverlay tapping={reader.tapping} direction={reader.isRtl ? 'rtl' : 'ltr'} onClose={close} />
      );
    case 'goTo':
      return (
        <GoToPage
          isOpen
          isClosedByReader
          count={open.positions.length}
          page={state.shown?.locator.locations?.position ?? 1}
          onPage={(page) => go(ofPage(page, open))}
          onClose={close}
        />
      );
    case 'outside':
      return <Outside url={popup.url} onClose={close} />;
    default:
      return null;
  }
}

type SelectionOf = Extract<NonNullable<Reader['state']['popup']>, { kind: 'selection' }>;

interface SelectionProps {
  reader: Reader;
  popup: SelectionOf;
  language: string | undefined;
}

function Selection({ reader, popup: { selected }, language }: SelectionProps) {
  const { dispatch, annotations, mayMark, search, deselect, openPanel } = reader;
  const done = () => {
    deselect();
    dispatch({ type: 'popup', popup: undefined });
  };
  return (
    <SelectionPopup
      selected={selected}
      mayMark={mayMark}
      language={language}
      onColor={(color) => {
        annotations.addHighlight(selected, color);
        done();
      }}
      onNote={() => {
        const { id } = annotations.addHighlight(selected, 'yellow');
        deselect();
        dispatch({ type: 'popup', popup: { kind: 'mark', id, bounds: selected.bounds } });
      }}
      onSearch={() => {
        done();
        openPanel('search');
        search.start(selected.text.replace(/\s+/g, ' ').slice(0, 200));
      }}
      onDone={done}
    />
  );
}

/** External links are opened only after a confirmation with the address. */
function Outside({ url, onClose }: { url: string; onClose(): void }) {
  const t = useTranslate();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={t('reader.epub.outside')}
      withinPortal={false}
      zIndex={20}
      centered
      closeButtonProps={{ 'aria-label': t('reader.epub.closePanel') }}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('reader.epub.cancel')}
        </Button>
        <Button component="a" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          {t('reader.epub.openOutside')}
        </Button>
      </Group>
    </Modal>
  );
}
