// Addresses and links in the manifest of a book. All addresses are absolute.
import { becomesEpub, formats } from '@lectern/contract/values';
import type { FileService } from '#features/serving/files/index.ts';
import type { Addresses, ManifestForm, Profile, Publication } from '#features/serving/publications/index.ts';
import { toLastName } from '#infrastructure/files/names.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { mediaTypes, relations, toAuthenticationAddress, toBases } from '../addresses.ts';

export const positionsType = 'application/vnd.readium.position-list+json';

const toBookAddress = (request: Pick<CallRequest, 'root'>, bookId: string): string =>
  `${request.root()}/opds/v2/books/${bookId}/`;

export function toAddresses(request: Pick<CallRequest, 'root'>, bookId: string): Addresses {
  const address = toBookAddress(request, bookId);
  return { resources: `${address}resources/`, pages: `${address}pages/` };
}

interface FormOptions {
  request: Pick<CallRequest, 'root'>;
  files: FileService;
  profile?: Profile;
}

export function toManifestForm(
  { book }: Publication,
  { request, files, profile }: FormOptions,
): ManifestForm {
  const { id: bookId, path, fileFormat } = book;
  const address = toBookAddress(request, bookId);
  const name = toLastName(path).toWellFormed();
  const file = {
    href: `${address}file/${encodeURIComponent(name)}`,
    type: files.mediaTypeOf(fileFormat),
  };
  const href = toAuthenticationAddress(toBases(request.root()));
  const properties = { authenticate: { href, type: mediaTypes.authentication } };
  return {
    selfHref: `${address}manifest${profile === undefined ? '' : `/${profile}`}`,
    addresses: toAddresses(request, bookId),
    fileHref: file.href,
    jpegQuery: 'format=jpeg',
    guidedHref: `${address}guided-navigation`,
    images: [
      { href: `${address}thumbnail`, type: 'image/jpeg' },
      { href: `${address}cover`, type: 'image/jpeg' },
    ],
    links: [
      { rel: 'http://readium.org/position-list', href: `${address}positions`, type: positionsType },
      { rel: 'cover', href: `${address}cover`, type: 'image/jpeg' },
      { rel: relations.acquisition, ...file, properties },
      ...(becomesEpub(fileFormat)
        ? [
            {
              rel: relations.acquisition,
              href: `${file.href}?format=epub`,
              type: formats.epub.mediaType,
              properties,
            },
          ]
        : []),
      {
        rel: relations.readiumProgression,
        href: `${address}progression`,
        type: mediaTypes.readiumProgression,
        properties,
      },
      {
        rel: relations.progression,
        href: `${address}progress`,
        type: mediaTypes.progression,
        properties,
      },
    ],
  };
}
