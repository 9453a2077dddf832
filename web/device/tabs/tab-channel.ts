import type { LocalParts } from '../outbox/local-parts.ts'
import type { TabMessage } from './tab-messages.ts'

/** Messages to the other tabs of the same user. */
export type TabChannel = {
  /** Sends nothing once the device closes. */
  post: (message: TabMessage) => void
  listen: (listener: (message: TabMessage) => Promise<unknown>) => void
  /** Asks the leading tab; resolves when it has answered or the time is over. */
  ask: (type: 'check' | 'sync', patienceMs: number) => Promise<void>
  /** The answer to `ask`. */
  hear: (nonce: string) => void
  close: () => void
}

export function openTabChannel({ closing, ports, userId }: Pick<LocalParts, 'closing' | 'ports' | 'userId'>): TabChannel {
  const channel = ports.openChannel(`mainspring-${userId}`)
  const pending = new Map<string, () => void>()
  const post = (message: TabMessage): void => {
    if (!closing.aborted) channel.post(message)
  }
  return {
    post,
    listen(listener) {
      channel.listen((data) => {
        // A message may still arrive while the databases close.
        if (closing.aborted) return
        void listener(data as TabMessage).catch(() => undefined)
      })
    },
    async ask(type, patienceMs) {
      const nonce = ports.newId()
      const answered = new Promise<void>((resolve) => pending.set(nonce, resolve))
      post({ type, nonce })
      await Promise.race([answered, ports.wait(patienceMs, closing)])
      pending.delete(nonce)
    },
    hear: (nonce) => pending.get(nonce)?.(),
    close: channel.close,
  }
}
