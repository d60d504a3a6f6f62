// The hits of the current query. They appear while the document is searched.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { findHits, type PdfHit } from './find-hits.ts';

const nothing: readonly PdfHit[] = [];

export function useHits(document: PDFDocumentProxy, query: string): readonly PdfHit[] {
  const [hits, setHits] = useState(nothing);
  useEffect(() => {
    setHits(nothing);
    if (query.trim() === '') return;
    const ending = new AbortController();
    const search = async () => {
      for await (const found of findHits(document, query, ending.signal))
        setHits((before) => [...before, ...found]);
    };
    // An aborted search, or a document that was closed meanwhile.
    search().catch(() => undefined);
    return () => ending.abort();
  }, [document, query]);
  return hits;
}
