// Limits of spreads of literal objects and packed tuples by folder. Lower a limit when you remove some. Other folders
// have none. See compressed-code.ts.
export const compressedCode: Readonly<Record<string, number>> = {
  'server/src': 530,
};
