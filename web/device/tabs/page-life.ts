import type { LocalParts } from '../outbox/local-parts.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { WriteLock } from '../storage/write-lock.ts'

/** Longer than a form waits before it keeps what was just typed. */
const draftGraceMs = 600

/** A newer version of the app, in another tab, wants the data: this tab says so, and lets go of it. */
export type Outdating = { outdated: Readable<boolean>; onOutdated: () => void }

export function createOutdating({ closing, ports }: Pick<LocalParts, 'closing' | 'ports'>, lock: WriteLock, close: () => Promise<void>): Outdating {
  const outdated = createStore(false)
  const letGo = async (): Promise<void> => {
    await ports.wait(draftGraceMs, closing)
    // What is being stored right now ends first; nothing begins after it.
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
