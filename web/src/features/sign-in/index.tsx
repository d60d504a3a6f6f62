// What other pages show of accounts before anyone is signed in.
export { AccountForm } from './account-form.tsx';
export { LanguageChoice } from './language-choice.tsx';
