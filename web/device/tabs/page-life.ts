import type { LocalParts } from '../outbox/local-parts.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { WriteLock } from '../storage/write-lock.ts'

/** Longer than a form waits before it stores a draft. */
const draftGraceMs = 600

/** A newer app version in another tab wants to upgrade the data: this tab shows that and closes. */
type Outdating = { outdated: Readable<boolean>; onOutdated: () => void }

export function createOutdating({ closing, ports }: Pick<LocalParts, 'closing' | 'ports'>, lock: WriteLock, close: () => Promise<void>): Outdating {
  const outdated = createStore(false)
  const letGo = async (): Promise<void> => {
    await ports.wait(draftGraceMs, closing)
    // Wait for the running write; none starts after it.
    await lock.hold(async () => undefined).catch(() => undefined)
    await close()
  }
  return {
    outdated,
    onOutdated() {
      if (outdated.get()) return
      outdated.set(true)
      void letGo()
    },
  }
}
