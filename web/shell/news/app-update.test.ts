import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Controlling = { isUpdate?: boolean; isExternal?: boolean }
const heard = vi.hoisted(() => new Map<string, (event: Controlling) => void>())

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (name: string, listener: (event: Controlling) => void): void => void heard.set(name, listener)
    register = (): Promise<void> => Promise.resolve()
    update = (): Promise<void> => Promise.resolve()
  },
}))
vi.mock('./mend-precache.ts', () => ({ mendPrecache: () => Promise.resolve() }))

async function watch(controller: object | null): Promise<{ isReady: () => boolean }> {
  vi.resetModules()
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  vi.stubGlobal('document', new EventTarget())
  const { useUpdate, watchForUpdates } = await import('./app-update.ts')
  await watchForUpdates()
  return { isReady: () => useUpdate.getState().isReady }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a new version', () => {
  it('is not said to be ready where the first worker of all takes over a page that was loaded again meanwhile', async () => {
    const { isReady } = await watch(null)
    heard.get('controlling')?.({ isUpdate: false, isExternal: true })
    expect(isReady()).toBe(false)
  })

  it('is said to be ready where another tab has taken it', async () => {
    const { isReady } = await watch({})
    heard.get('controlling')?.({ isUpdate: false, isExternal: true })
    expect(isReady()).toBe(true)
  })

  it('is said to be ready while it waits, also in the very first visit', async () => {
    const { isReady } = await watch(null)
    heard.get('waiting')?.({})
    expect(isReady()).toBe(true)
  })
})
