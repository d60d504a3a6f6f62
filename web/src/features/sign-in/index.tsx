// Exports of the sign-in feature.
export { AccountForm } from './account-form.tsx';
export { LanguageChoice } from './language-choice.tsx';
