// What other rooms show of what one wants to read.
export { WantBookButton, WantButton } from './want-button.tsx';
