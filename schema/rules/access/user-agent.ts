/** Browsers in the order of the search: most also name those that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * What a person would call the device: 'Chrome on Windows', 'Safari on iPad'. A program that is no browser is called as it calls
 * itself ('curl'); null when nothing is known. Only for people to recognize: anybody can send any text.
 */
export function userAgentToWords(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null
  const browser = findName(browsers, userAgent)
  const system = findName(systems, userAgent)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  return system ?? /^[\w.-]{1,40}/.exec(userAgent.trim())?.[0] ?? null
}
