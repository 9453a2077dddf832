/** Of tests that differ in a script, a size or a moment: the usual one is always run, the others by `npm run test:long`. */
export const longUnless = (isUsual: boolean): { tag: string[] } => ({ tag: isUsual ? [] : ['@long'] })
