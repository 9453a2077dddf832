import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'

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
  // Chromium refuses its sandbox to root, which is who runs tests in a container.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Path of a Chromium: CHROMIUM_PATH, one that the system has, or Playwright's own; undefined where there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED_BROWSERS, chromium.executablePath()]
  return candidates.find((candidate) => candidate !== undefined && candidate !== '' && existsSync(candidate))
}
