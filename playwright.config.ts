import os from 'node:os'
import { defineConfig } from '@playwright/test'
import { findTestBrowser, TEST_BROWSER_ARGS } from '#scripts/tools/find-browser.ts'

const cores = os.availableParallelism()
/** `npm run test:long` runs the tests tagged `@long`, `npm test` all others. */
const isLong = process.env['TEST_LONG'] !== undefined
const tier = isLong ? { grep: /@long/ } : { grepInvert: /@long/ }

// Every test starts its own server on a free port through the fixtures of web/e2e, so there is no webServer here.
export default defineConfig({
  testDir: 'web/e2e',
  testMatch: '**/*.{test,spec}.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './scripts/tools/test-run/shared-folders.ts',
  // Test by test, not file by file: the workers end together, and so do the parts of `--shard`.
  fullyParallel: true,
  workers: cores,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  globalTimeout: (isLong ? 240 : 40) * 60_000,
  expect: { timeout: 25_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  ...tier,
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1024, height: 768 },
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // Each registration stores the whole app, which costs a seventh of the suite's time. What has to do with it asks for it: `test.use`.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each test costs a third of its time, and wakes pages that a test holds frozen: `--trace retain-on-failure` for one.
    trace: 'off',
    launchOptions: { executablePath: findTestBrowser(), args: TEST_BROWSER_ARGS },
  },
})
