/** A test's seed from an environment variable: default 1; `random` draws one and prints it. */
export function readSeed(name: string): number {
  const text = process.env[name] ?? '1'
  const seed = text === 'random' ? Math.floor(Math.random() * 1_000_000) : Number(text)
  if (!Number.isSafeInteger(seed)) throw new Error(`${name}=${text} is not a whole number and not "random".`)
  if (text === 'random') {
    console.log(`${name}=${seed}`)
    process.env[name] = String(seed)
  }
  return seed
}
