// Puts what is shown elsewhere on the list of what one wants to read.
export { WantBookButton, WantButton } from './want-button.tsx';
