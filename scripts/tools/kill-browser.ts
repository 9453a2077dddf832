import type { BrowserContext } from '@playwright/test'

/** Kills the browser's process, as a power cut would, so that it cannot finish anything; resolves when it is gone. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const browser = context.browser()
  if (browser === null) return
  const isGone = new Promise<void>((resolve) => context.once('close', () => resolve()))
  try {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const pid = processInfo.find(({ type }) => type === 'browser')?.id
    if (pid === undefined) throw new Error('The browser names no process.')
    process.kill(pid, 'SIGKILL')
  } catch {
    // The browser was closing already.
    await context.close().catch(() => undefined)
  }
  await isGone
}
