// Exports of the account feature.
export { useAccountSections } from './account-sections.tsx';
