type Cut = {
  is: RegExp
  without?: string
  times?: number
}

/** Removes Dexie's live query code, which the app does not use. Writes are then neither tracked nor broadcast to other tabs. */
const liveQueryCuts: readonly Cut[] = [
  { is: /^ {8}this\.use\((?:cacheMiddleware|observabilityMiddleware)\);\n/gm, times: 2 },
  { is: /^ {12}if \('mutatedParts' in idbtrans\) \{\n.*\n {12}\}\n/gm },
  { is: /^ {8}if \(wasCreated\) \{\n {12}const everything = [^]*?^ {8}\}\n/gm },
  { is: /^props\(RangeSet\.prototype, \{\n[^]*?^\}\);\n/gm },
  { is: /^ {4}(?:on: globalEvents|liveQuery|extendObservabilitySet|cache),\n/gm, times: 4 },
  { is: /^const globalEvents = .*\n/gm },
  { is: /^if \(typeof dispatchEvent [^]*?^\}\n(?=function propagateLocally)/gm },
  { is: /^let bc;\n[^]*?^\}\n(?=\nif \(typeof addEventListener)/gm },
  // A page entering the back/forward cache still closes its connections.
  { is: /^ {12}bc\?\.close\(\);\n/gm },
  { is: /^ {12}createBC\(\);\n {12}propagateLocally\(.*\n/gm },
  // Only this export is used; the bundler drops the rest.
  { is: /^export \{[^}]*\};$/gm, without: 'export { Dexie$1 as Dexie };' },
]

export function slimDexie(code: string): string {
  return liveQueryCuts.reduce((text, { is, without = '', times = 1 }) => {
    const found = text.match(is)?.length ?? 0
    if (found !== times) throw new Error(`Dexie is written in another way now: ${is} is there ${found} times, not ${times}`)
    return text.replace(is, () => without)
  }, code)
}
