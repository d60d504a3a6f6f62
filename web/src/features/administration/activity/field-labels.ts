// Labels of changed fields, as used in the forms that change them.
import { isKeyOf } from '@lectern/contract/records';
import { isMessageKey, type MessageKey } from '../../../i18n/translate.ts';

const ofForms = {
  username: 'administration.users.userName',
  email: 'administration.users.email',
  password: 'administration.users.password',
  newPassword: 'administration.users.newPassword',
  role: 'administration.users.role',
  permissions: 'administration.users.permissions',
  sharedLibraryIds: 'administration.users.onlyLibraries',
  sharingTags: 'administration.sharingTags.title',
  maxAgeRating: 'administration.users.maxAge',
  allowUnrated: 'administration.users.allowUnrated',
  isActive: 'libraries.active',
  name: 'libraries.name',
  description: 'libraries.description',
  paths: 'libraries.folders',
  kind: 'libraries.kind',
  seriesStrategy: 'libraries.layout',
  bookStrategy: 'libraries.titles',
  numberStrategy: 'libraries.numbers',
  defaultReadingDirection: 'libraries.direction',
  allowedFormats: 'libraries.formats',
  excludedPatterns: 'libraries.excluded',
  hashing: 'libraries.hashing',
  scanning: 'libraries.scans',
  allowFileChanges: 'libraries.allowFileChanges',
  groupFormats: 'libraries.groupFormats',
  writeMetadata: 'libraries.writeMetadata',
  namingPattern: 'libraries.namingPattern',
  comparePages: 'libraries.comparePages',
  tagIds: 'administration.sharingTags.title',
  restrictions: 'administration.users.restrictions',
  isEnabled: 'administration.plugins.enabled',
  config: 'administration.plugins.configuration',
  callsPerMinute: 'administration.plugins.callsPerMinute',
  timeoutSeconds: 'administration.plugins.timeoutSeconds',
} as const satisfies Record<string, MessageKey>;

/** Undefined for parameters of the API that no form contains. */
export function findFieldLabel(field: string): MessageKey | undefined {
  if (isKeyOf(ofForms, field)) return ofForms[field];
  const ofMetadata = `metadata.field_${field}`;
  return isMessageKey(ofMetadata) ? ofMetadata : undefined;
}
