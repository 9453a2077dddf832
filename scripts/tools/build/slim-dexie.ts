type Cut = {
  is: RegExp
  without?: string
  /** How often it stands there; once unless said. */
  times?: number
}

/**
 * What of Dexie is there for live queries alone: the app has lists of its own and asks for none. Without it no write is booked for who
 * might watch, and none is told to the other tabs over a channel that nobody hears.
 */
const liveQueryCuts: readonly Cut[] = [
  { is: /^ {8}this\.use\((?:cacheMiddleware|observabilityMiddleware)\);\n/gm, times: 2 },
  { is: /^ {12}if \('mutatedParts' in idbtrans\) \{\n.*\n {12}\}\n/gm },
  // That a database is new.
  { is: /^ {8}if \(wasCreated\) \{\n {12}const everything = [^]*?^ {8}\}\n/gm },
  { is: /^props\(RangeSet\.prototype, \{\n[^]*?^\}\);\n/gm },
  { is: /^ {4}(?:on: globalEvents|liveQuery|extendObservabilitySet|cache),\n/gm, times: 4 },
  { is: /^const globalEvents = .*\n/gm },
  { is: /^if \(typeof dispatchEvent [^]*?^\}\n(?=function propagateLocally)/gm },
  { is: /^let bc;\n[^]*?^\}\n(?=\nif \(typeof addEventListener)/gm },
  // A page that goes to sleep still closes its connections.
  { is: /^ {12}bc\?\.close\(\);\n/gm },
  { is: /^ {12}createBC\(\);\n {12}propagateLocally\(.*\n/gm },
  // Nothing else is imported of it, and what is not is left out with all that it alone needs.
  { is: /^export \{[^}]*\};$/gm, without: 'export { Dexie$1 as Dexie };' },
]

/** Dexie without its live queries. */
export function slimDexie(code: string): string {
  return liveQueryCuts.reduce((text, { is, without = '', times = 1 }) => {
    const found = text.match(is)?.length ?? 0
    if (found !== times) throw new Error(`Dexie is written in another way now: ${is} is there ${found} times, not ${times}`)
    return text.replace(is, () => without)
  }, code)
}
