import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'

/** Without the browser UI, which costs tests a sixth of their time. */
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

export const BROWSER_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // As root (in containers) Chromium does not start with its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Playwright 1.65's disabled features, repeated because only the last `--disable-features` counts. */
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
 * Browser UI features: two pages per address bar, language detection and a spare process. They cost a third of the time
 * to open the app and sign in.
 */
const FRAME_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'Translate', 'SpareRendererForSitePerProcess']

/** For tests only; benchmarks use the browser as users have it. */
export const TEST_BROWSER_ARGS = [...BROWSER_ARGS, `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...FRAME_FEATURES].join(',')}`]

/** CHROMIUM_PATH, a system browser or Playwright's; undefined if none. */
export const findBrowser = (): string | undefined => findFirst([...INSTALLED_BROWSERS, ...INSTALLED_SHELLS])

/** As `findBrowser`, but prefers the headless shell. */
export const findTestBrowser = (): string | undefined => findFirst([...INSTALLED_SHELLS, ...INSTALLED_BROWSERS])

/** A browser of the system with its UI, which nobody asked for by CHROMIUM_PATH. */
export const isWholeBrowser = (browser: string): boolean => INSTALLED_BROWSERS.includes(browser) && browser !== process.env.CHROMIUM_PATH

function findFirst(installed: readonly string[]): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  return candidates.find((candidate) => candidate !== undefined && candidate !== '' && existsSync(candidate))
}
