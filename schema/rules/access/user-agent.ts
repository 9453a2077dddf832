/** In search order: most browsers also name those they derive from. */
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
 * 'Chrome on Windows', 'Safari on iPad'; other programs by their own name ('curl'); null if unknown. For display only,
 * since the header can be forged.
 */
export function userAgentToWords(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null
  const browser = findName(browsers, userAgent)
  const system = findName(systems, userAgent)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  return system ?? /^[\w.-]{1,40}/.exec(userAgent.trim())?.[0] ?? null
}
