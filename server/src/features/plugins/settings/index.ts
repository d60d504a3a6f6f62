// Plugin configuration: form values, and credentials encrypted at rest.
export { findChanges, isEmpty } from './changes.ts';
export { checkConfig } from './config-values.ts';
export { CredentialSafe, type Credentials } from './credentials.ts';
