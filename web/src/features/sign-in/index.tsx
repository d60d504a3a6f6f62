// Exports of the sign-in feature.
export { AccountForm } from './account-form.tsx';
export { Frame } from './frame.tsx';
export { LanguageChoice } from './language-choice.tsx';
export { useOpenAfterSignIn } from './use-open-after-sign-in.ts';
