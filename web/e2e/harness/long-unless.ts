/** For variants of one test: the usual one always runs, the others only with `npm run test:long`. */
export const longUnless = (isUsual: boolean): { tag: string[] } => ({ tag: isUsual ? [] : ['@long'] })
