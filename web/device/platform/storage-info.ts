/** The used part of StorageManager. */
type StoragePort = {
  estimate?: (() => Promise<{ usage?: number; quota?: number }>) | undefined
  persisted?: (() => Promise<boolean>) | undefined
  persist?: (() => Promise<boolean>) | undefined
}

/** `unknown`: this browser does not tell. */
export type StorageInfo = { usedBytes: number | null; quotaBytes: number | null; keeping: 'kept' | 'may-clear' | 'unknown' }

const browserStorage = (): StoragePort | undefined => (typeof navigator === 'undefined' ? undefined : navigator.storage)

export async function readStorageInfo(storage: StoragePort | undefined = browserStorage()): Promise<StorageInfo> {
  const [estimate, isKept] = await Promise.all([
    Promise.resolve(storage?.estimate?.()).catch(() => undefined),
    Promise.resolve(storage?.persisted?.()).catch(() => undefined),
  ])
  return {
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    keeping: isKept === undefined ? 'unknown' : isKept ? 'kept' : 'may-clear',
  }
}

/** Asks the browser for persistent storage; false if denied or unsupported. */
export async function askToKeepStorage(storage: StoragePort | undefined = browserStorage()): Promise<boolean> {
  return (await Promise.resolve(storage?.persist?.()).catch(() => false)) ?? false
}
