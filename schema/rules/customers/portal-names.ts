/**
 * Shortens names of customers who share a phone, so that each finds their own without reading the others': "Ann Bell"
 * is "Ann B.". Equal short names are written in full, equal full names numbered.
 */
export function namesToChoices(names: readonly string[]): string[] {
  const short = names.map(shortenName)
  const clearer = names.map((name, index) => (countEqual(short, short[index]) > 1 ? name : (short[index] ?? '')))
  return clearer.map((name, index) => {
    const place = clearer.slice(0, index + 1).filter((other) => fold(other) === fold(name)).length
    return place > 1 ? `${name} (${place})` : name
  })
}

function shortenName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = Array.from(others.at(-1) ?? '')[0]
  return initial === undefined ? first : `${first} ${initial}.`
}

const fold = (name: string): string => name.toLowerCase()
const countEqual = (names: readonly string[], name = ''): number => names.filter((other) => fold(other) === fold(name)).length
