// The open popup.

import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { GoToPage } from '../../shared/bars/go-to-page.tsx';
import { MarkPopups } from '../../shared/popups/mark-popups.tsx';
import { ZonesOverlay } from '../../shared/zones/zones-overlay.tsx';
import { type OpenBook, ofPage } from '../state/use-book.ts';
import type { Reader } from '../state/use-reader.ts';
import { FootnotePopup } from './footnote-popup.tsx';
import { ImageView } from './image-view.tsx';
import { PrintedPage } from './printed-page.tsx';

export function Popups({ reader, open }: { reader: Reader; open: OpenBook }) {
  const { state, dispatch, annotations, go, mayMark, search, deselect, openPanel } = reader;
  const { popup } = state;
  const close = () => dispatch({ type: 'popup', popup: undefined });
  switch (popup?.kind) {
    case 'selection':
    case 'mark':
      return (
        <MarkPopups
          annotations={annotations}
          popup={popup}
          deselect={deselect}
          mayMark={mayMark}
          show={(next) => dispatch({ type: 'popup', popup: next })}
          language={open.book.language}
          onSearch={(text) => {
            openPanel('search');
            search.start(text);
          }}
          onRemove={reader.remove}
        />
      );
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
        >
          {open.book.pageList.length > 0 && (
            <PrintedPage
              pageList={open.book.pageList}
              current={state.shown?.pageLabel}
              onGo={(url) => {
                close();
                go({ url });
              }}
            />
          )}
        </GoToPage>
      );
    case 'outside':
      return <Outside url={popup.url} onClose={close} />;
    default:
      return null;
  }
}

/** External links open only after the user confirms the address. */
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
