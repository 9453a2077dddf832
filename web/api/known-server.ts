import type { KnownServer } from './answer.ts'

const key = 'mainspring-server'

/** Stored in localStorage, so that every tab reads it at once; where storage is forbidden, it lasts as long as the page. */
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
