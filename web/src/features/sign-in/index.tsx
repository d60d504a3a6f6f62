// Exports of the sign-in feature.
export { AccountForm } from './account-form.tsx';
export { describeSignInError } from './describe-errors.ts';
export { Frame } from './frame.tsx';
export { LanguageChoice } from './language-choice.tsx';
export { useOpenAfterSignIn } from './use-open-after-sign-in.ts';
