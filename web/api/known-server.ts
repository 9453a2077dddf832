import type { KnownServer } from './answer.ts'

const key = 'mainspring-server'

/** Noted beside the app's other small notes, so that every tab knows it at once; for as long as the page where storage is forbidden. */
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
