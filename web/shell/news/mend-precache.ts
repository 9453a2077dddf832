/** Cached with the app and requested by no page: if it is missing, the cache storage was cleared. */
const sentinelPath = '/icons/maskable-512.png'

/**
 * Fetches lost precached files; the worker stores each response with the right hash. Otherwise the app would not open
 * offline until its next version.
 */
export async function mendPrecache(): Promise<void> {
  if (navigator.serviceWorker.controller === null || (await isStored(sentinelPath))) return
  const answer = await fetch('/precache.json', { cache: 'no-store' })
  const paths: unknown = answer.ok ? await answer.json() : []
  if (!Array.isArray(paths)) return
  // The sentinel comes last, so that an interrupted run repeats at the next start.
  const missing = paths.filter((path): path is string => typeof path === 'string' && path !== sentinelPath)
  for (const path of [...missing, sentinelPath]) await fetch(path)
}

const isStored = async (path: string): Promise<boolean> => (await caches.match(path, { ignoreSearch: true })) !== undefined
