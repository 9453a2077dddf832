import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'

/** Chromium without the browser around the page, which costs tests a sixth of their time. */
const INSTALLED_SHELLS = ['/usr/bin/chromium-headless-shell']

const INSTALLED_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Start arguments that keep Chromium quiet and off the network, for tests and benchmarks alike. */
export const BROWSER_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Chromium does not start with its sandbox as root, and tests in a container run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The features that Playwright 1.65 disables, repeated because Chromium uses only the last `--disable-features`. */
const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Features of the browser around the page, which no test needs: two pages behind the address bar of every window, language detection,
 * and a spare process for the next site. Together they cost a third of the time to open the app and sign in.
 */
const FRAME_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'Translate', 'SpareRendererForSitePerProcess']

/** BROWSER_ARGS for tests, where only the page counts; the benchmarks keep the browser as people have it. */
export const TEST_BROWSER_ARGS = [...BROWSER_ARGS, `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...FRAME_FEATURES].join(',')}`]

/** Path of a Chromium: CHROMIUM_PATH, one that the system has, or Playwright's own; undefined where there is none. */
export const findBrowser = (): string | undefined => findFirst([...INSTALLED_BROWSERS, ...INSTALLED_SHELLS])

/** As `findBrowser`, for tests, where only the page counts: the headless shell, where there is one. */
export const findTestBrowser = (): string | undefined => findFirst([...INSTALLED_SHELLS, ...INSTALLED_BROWSERS])

function findFirst(installed: readonly string[]): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  return candidates.find((candidate) => candidate !== undefined && candidate !== '' && existsSync(candidate))
}
