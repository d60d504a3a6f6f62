// What other features use of "want to read".
export { WantBookButton, WantButton } from './want-button.tsx';
