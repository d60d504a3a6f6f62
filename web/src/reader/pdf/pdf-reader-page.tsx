// Opens a PDF as text with pdf.js, or as page images from the server: for comics, by choice, and if pdf.js fails. Encrypted
// files need pdf.js, because the server does not open them.
import { IconFileText } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useRetryWhenBack } from '../../api/reachability.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useDarkStage } from '../../ui/colours.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { ComicReaderPage } from '../comic/comic-reader-page.tsx';
import { BarButton } from '../shared/bars/bar-button.tsx';
import type { ReaderProps } from '../shared/reader.ts';
import { ReaderMessage } from '../shared/reader-message.tsx';
import { hasText } from './engine/has-text.ts';
import { type OpenListeners, type OpenPdf, openPdf } from './engine/open.ts';
import { loadPdfJs, type PdfJs } from './engine/pdf-js.ts';
import { PasswordForm } from './panels/password-form.tsx';
import classes from './pdf-reader.module.css';
import { PdfReader } from './pdf-reader.tsx';
import { findView, saveView, type View } from './settings.ts';

const nothing = () => undefined;

type State =
  | { kind: 'opening' }
  /** Retried when the server is reachable again. */
  | { kind: 'failed'; error: unknown; retry(): void }
  | { kind: 'locked'; isWrong: boolean; answer(password: string): void }
  | { kind: 'text'; pdfJs: PdfJs; pdf: OpenPdf }
  | { kind: 'pictures'; canBeText: boolean };

/** The chosen view, otherwise the one that suits the document. */
function useDocument({ book }: Pick<ReaderProps, 'book'>, wanted: View | undefined) {
  const t = useTranslate();
  const [state, setState] = useState<State>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded book is the same file
  useEffect(() => {
    let open: OpenPdf | undefined;
    let isOver = false;
    let isLocked = false;
    const showPictures = () => {
      if (isOver) return;
      isOver = true;
      open?.close();
      showToast(t('reader.pdf.cannotOpen'));
      setState({ kind: 'pictures', canBeText: false });
    };
    const fail = (error: unknown) => {
      // Page images also need the server.
      if (!(error instanceof TypeError)) return showPictures();
      if (isOver) return;
      setState({ kind: 'failed', error, retry: () => setAttempt((before) => before + 1) });
    };
    const begin = async () => {
      // The server renders no pages of a file that it cannot open.
      if (wanted === 'pictures' && book.pageCount > 0) return setState({ kind: 'pictures', canBeText: true });
      setState({ kind: 'opening' });
      const pdfJs = await loadPdfJs();
      const onPassword: OpenListeners['onPassword'] = (asked) => {
        isLocked = true;
        if (!isOver) setState({ kind: 'locked', ...asked });
      };
      const pdf = await openPdf(pdfJs, book, {
        onFault: showPictures,
        onPassword,
        onWaiting: (isNow) => !isOver && setWaiting(isNow),
      });
      if (isOver) return pdf.close();
      open = pdf;
      const isOurs = wanted === 'text' || isLocked || book.pageCount === 0;
      const isText = isOurs || (await hasText(pdf.document));
      if (isOver) return;
      if (!isText) pdf.close();
      setState(isText ? { kind: 'text', pdfJs, pdf } : { kind: 'pictures', canBeText: true });
    };
    setWaiting(false);
    begin().catch(fail);
    return () => {
      isOver = true;
      open?.close();
    };
  }, [book.id, wanted, attempt]);
  return { state, isWaiting };
}

export function PdfReaderPage(props: ReaderProps) {
  const t = useTranslate();
  useDarkStage();
  const { book, progressSync } = props;
  const [view, setView] = useState(() => findView(book.seriesId));
  const [startPage, setStartPage] = useState(props.startPage);
  const { state, isWaiting } = useDocument(props, view);
  useRetryWhenBack(state.kind === 'failed', state.kind === 'failed' ? state.retry : nothing);
  const choose = (next: View, page: number | undefined) => {
    saveView(book.seriesId, next);
    setStartPage(page);
    setView(next);
  };
  if (state.kind === 'opening') return <LoadingState />;
  if (state.kind === 'failed')
    return (
      <ReaderMessage book={book}>
        <ErrorState error={state.error} onRetry={state.retry} />
      </ReaderMessage>
    );
  if (state.kind === 'locked')
    return <PasswordForm book={book} isWrong={state.isWrong} onPassword={state.answer} />;
  if (state.kind === 'text')
    return (
      <>
        <PdfReader
          book={book}
          progressSync={progressSync}
          pdfJs={state.pdfJs}
          pdf={state.pdf}
          startPage={startPage ?? progressSync.start?.currentPage ?? 1}
          {...(book.pageCount > 0 && { onPictures: (page: number) => choose('pictures', page) })}
        />
        {isWaiting && (
          <div className={classes.waiting} role="status">
            {t('reader.pdf.away')}
          </div>
        )}
      </>
    );
  return (
    <ComicReaderPage {...props} {...(startPage !== undefined && { startPage })}>
      {state.canBeText && (
        <BarButton
          label={t('reader.pdf.asText')}
          onClick={() => choose('text', progressSync.getPosition()?.currentPage)}
        >
          <IconFileText />
        </BarButton>
      )}
    </ComicReaderPage>
  );
}
