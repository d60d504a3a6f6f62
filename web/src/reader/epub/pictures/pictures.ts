// Replaces images that are missing or cannot be decoded with a message, and retries them when the server is reachable again
// and at intervals.
import { onBack } from '../../../api/reachability.ts';
import { translate } from '../../../i18n/translate.ts';
import { fetchResource } from '../book/resources.ts';
import { type Placeholder, putPlaceholder, sourceOf } from './placeholder.ts';

type PictureFault = 'away' | 'failed';

const minPauseMs = 5_000;
const maxPauseMs = 60_000;
/** Timeout in milliseconds for a request without an answer: the connection may hang. */
const patienceMs = 20_000;

interface Missing {
  picture: HTMLElement | SVGElement;
  url: string;
  placeholder: Placeholder;
  isTrying: boolean;
}

export interface Pictures {
  /** Watches the images of a document until it is closed. */
  watch(doc: Document): void;
  end(): void;
}

const describe = (fault: PictureFault): string =>
  translate(fault === 'away' ? 'reader.shared.pictureAway' : 'reader.shared.pictureFailed');

export function createPictures(): Pictures {
  const missing = new Map<Element, Missing>();
  const ending = new AbortController();
  let timer: number | undefined;
  let pauseMs = minPauseMs;

  const plan = () => {
    window.clearTimeout(timer);
    if (missing.size > 0) timer = window.setTimeout(() => void tryAgain(), pauseMs);
  };

  async function tryAgain(): Promise<void> {
    // Runs in parallel, so that a hanging request does not block the others.
    await Promise.all([...missing.values()].map(tryOne));
    if (ending.signal.aborted) return;
    plan();
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }

  async function tryOne(one: Missing): Promise<void> {
    const { picture, url, placeholder } = one;
    if (one.isTrying) return;
    one.isTrying = true;
    const found = picture.ownerDocument.defaultView ? await find(url, ending.signal) : 'there';
    one.isTrying = false;
    if (ending.signal.aborted) return;
    if (found !== 'there') placeholder.say(describe(found));
    else if (missing.delete(picture)) placeholder.remove();
  }

  function note(picture: HTMLElement | SVGElement): void {
    const url = toUrl(picture);
    if (!url || missing.has(picture) || ending.signal.aborted) return;
    const placeholder = putPlaceholder(picture);
    placeholder.say(describe('failed'));
    missing.set(picture, { picture, url, placeholder, isTrying: false });
    pauseMs = minPauseMs;
    // Checks whether the server is unreachable or the session has expired.
    void tryAgain();
  }

  const stopWaiting = onBack(() => {
    pauseMs = minPauseMs;
    void tryAgain();
  });
  return {
    watch(doc) {
      doc.addEventListener('error', ({ target }) => isPicture(target) && note(target), true);
      for (const picture of doc.querySelectorAll<HTMLElement | SVGElement>('img, image'))
        void isBroken(picture).then((broken) => broken && note(picture));
    },
    end() {
      ending.abort();
      stopWaiting();
      window.clearTimeout(timer);
    },
  };
}

// Does not use `instanceof`: the document has its own realm.
const isPicture = (target: EventTarget | null): target is HTMLElement | SVGElement =>
  target !== null && 'localName' in target && (target.localName === 'img' || target.localName === 'image');

/** For a file of the book. Images from other hosts are never loaded. */
function toUrl(picture: Element): string | undefined {
  const source = sourceOf(picture);
  if (!source) return undefined;
  try {
    const url = new URL(source, picture.ownerDocument.baseURI);
    return url.origin === location.origin && url.protocol === location.protocol ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const isImage = (picture: Element): picture is HTMLImageElement => picture.localName === 'img';

/** For an image whose document is loaded. */
async function isBroken(picture: HTMLElement | SVGElement): Promise<boolean> {
  if (isImage(picture)) {
    if (!picture.complete || picture.naturalWidth > 0 || !sourceOf(picture)) return false;
    // Also 0 for drawings without an intrinsic size.
    return picture.decode().then(
      () => false,
      () => true,
    );
  }
  // The SVG `image` element does not report its state.
  const url = toUrl(picture);
  return url !== undefined && !(await decodes(url));
}

function decodes(url: string): Promise<boolean> {
  const probe = new Image();
  return new Promise((resolve) => {
    const end = (decoded: boolean) => {
      window.clearTimeout(timer);
      resolve(decoded);
    };
    const timer = window.setTimeout(() => {
      probe.src = '';
      end(false);
    }, patienceMs);
    probe.onload = () => end(true);
    probe.onerror = () => end(false);
    probe.src = url;
  });
}

/** Requests the image again with another URL, because browsers cache images that they failed to decode. */
async function find(url: string, signal: AbortSignal): Promise<PictureFault | 'there'> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    await (await fetchResource(url, AbortSignal.any([signal, patience]), 'no-cache')).blob();
  } catch (error) {
    return patience.aborted || error instanceof TypeError ? 'away' : 'failed';
  }
  return (await decodes(url)) ? 'there' : 'failed';
}
