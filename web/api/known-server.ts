import type { KnownServer } from './answer.ts'

const key = 'mainspring-server'

/** Uses localStorage, so that every tab reads it synchronously; without storage, it lasts as long as the page. */
export function createKnownServer(): KnownServer {
  let kept: string | undefined
  return {
    read() {
      try {
        return localStorage.getItem(key) ?? kept
      } catch {
        return kept
      }
    },
    remember(serverId) {
      kept = serverId
      try {
        localStorage.setItem(key, serverId)
      } catch {
        // Storage is forbidden or full.
      }
    },
  }
}
