import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { closeTestDevices } from '#web/device/testing/test-device.ts'
import { restoreFetch } from './page-fetch.ts'

// The setup of component tests. All files of a run share one page, which loads the modules once: a hook that a module registers would be
// there for the first file alone, so the hooks that leave a clean page are here.

/** The runner's own address: a test that goes elsewhere in the app comes back. */
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
