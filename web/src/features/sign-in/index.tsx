// What other features use of the sign-in.
export { AccountForm } from './account-form.tsx';
export { LanguageChoice } from './language-choice.tsx';
