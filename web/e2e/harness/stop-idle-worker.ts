import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

type Version = { versionId: string; status: string; runningStatus: string }

const restMs = 250
const longestMs = 30_000

/**
 * Stops the service worker that a new one waits for, until that has taken over. The browser does so once the old one has been idle for
 * a while, but never with one that a debugger is attached to, as in these tests. The new one is left alone: it may be about to hear
 * that it shall take over.
 */
export async function stopIdleWorker(page: Page): Promise<void> {
  const versions = new Map<string, Version>()
  const devtools = await page.context().newCDPSession(page)
  devtools.on('ServiceWorker.workerVersionUpdated', (told) => {
    for (const version of told.versions) versions.set(version.versionId, version)
  })
  await devtools.send('ServiceWorker.enable')
  const find = (...statuses: string[]): Version[] => [...versions.values()].filter(({ status }) => statuses.includes(status))
  const deadlineMs = performance.now() + longestMs
  do {
    for (const { versionId, runningStatus } of find('activated')) {
      // It may have ended by itself since it was told of.
      if (runningStatus === 'running') await devtools.send('ServiceWorker.stopWorker', { versionId }).catch(() => undefined)
    }
    await delay(restMs)
  } while (find('new', 'installing', 'installed', 'activating').length > 0 && performance.now() < deadlineMs)
  await devtools.detach().catch(() => undefined)
}
