/** Without Web Locks (plain http) only this page's forms are known. */
const heldInPage = new Set<string>()

const browserLockManager = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Takes the lock if it is free; returns its release. */
export async function holdLock(name: string): Promise<(() => void) | undefined> {
  const locks = browserLockManager()
  if (locks === undefined) {
    if (heldInPage.has(name)) return undefined
    heldInPage.add(name)
    return () => void heldInPage.delete(name)
  }
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined)
        const ending = Promise.withResolvers<void>()
        resolve(() => ending.resolve())
        return ending.promise
      })
      .catch(reject)
  })
}

/** Names of held locks, across all tabs where the browser supports it. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await browserLockManager()?.query()) ?? {}
  return new Set([...heldInPage, ...held.flatMap(({ name }) => name ?? [])])
}
