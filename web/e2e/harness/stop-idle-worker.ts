import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

type Version = { versionId: string; status: string; runningStatus: string }

const restMs = 250
const longestMs = 30_000

/**
 * Stops the old service worker until the waiting one takes over. Browsers stop an idle worker, but never with a
 * debugger attached, as here. Leaves the new worker alone: it may be about to get the message to take over.
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
      // It may have stopped by itself since the event.
      if (runningStatus === 'running') await devtools.send('ServiceWorker.stopWorker', { versionId }).catch(() => undefined)
    }
    await delay(restMs)
  } while (find('new', 'installing', 'installed', 'activating').length > 0 && performance.now() < deadlineMs)
  await devtools.detach().catch(() => undefined)
}
