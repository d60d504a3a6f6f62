// Types of metadata.
import type { BookMetadata } from '@lectern/contract/libraries/metadata';

export type { Author } from '@lectern/contract/libraries/metadata';
export type ExternalLink = BookMetadata['externalLinks'][number];
