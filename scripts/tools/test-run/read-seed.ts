/** Reads the seed of a test from an environment variable: 1 where none is set, one drawn by chance for `random`. Prints a drawn seed. */
export function readSeed(name: string): number {
  const text = process.env[name] ?? '1'
  const seed = text === 'random' ? Math.floor(Math.random() * 1_000_000) : Number(text)
  if (!Number.isSafeInteger(seed)) throw new Error(`${name}=${text} is not a whole number and not "random".`)
  if (text === 'random') {
    console.log(`${name}=${seed}`)
    // The next test file of this process draws from the same seed.
    process.env[name] = String(seed)
  }
  return seed
}
