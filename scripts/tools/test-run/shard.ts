/** One part of all tests, of the many that run at the same time elsewhere; without a division the first is the only one. */
export type Shard = {
  /** What cannot be divided runs in the first part alone. */
  isFirst: boolean
  /** For vitest and Playwright, which divide alike. */
  args: string[]
}

/** @param text `2/4` for the second of four parts. @throws Error for anything else */
export function readShard(text: string | undefined): Shard {
  if (text === undefined) return { isFirst: true, args: [] }
  const [index = 0, count = 0] = /^[1-9]\d*\/[1-9]\d*$/.test(text) ? text.split('/').map(Number) : []
  if (index === 0 || index > count) throw new Error(`--shard ${text}: say which part of how many, such as --shard 1/4.`)
  return { isFirst: index === 1, args: [`--shard=${index}/${count}`] }
}
