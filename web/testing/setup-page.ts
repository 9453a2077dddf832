import './flush-renders.ts'
import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { closeTestDevices } from '#web/device/testing/test-device.ts'
import { restoreFetch } from './page-fetch.ts'

// Setup of component tests. All files of a run share one page, which loads each module once: a hook registered by a
// module would run for the first file only, so the cleanup hooks are here.

/** The runner's own address, restored after a test navigates in the app. */
const runnerPath = window.location.pathname + window.location.search
const viewport = { width: 1024, height: 768 }

afterEach(async () => {
  await cleanup()
  await closeTestDevices()
  restoreFetch()
  localStorage.clear()
  sessionStorage.clear()
  if (window.location.pathname + window.location.search !== runnerPath) window.history.replaceState(null, '', runnerPath)
  if (window.innerWidth !== viewport.width || window.innerHeight !== viewport.height) await page.viewport(viewport.width, viewport.height)
})
