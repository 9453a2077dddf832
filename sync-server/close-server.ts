import type { Server } from 'node:http'

/** Below the ten seconds after which Docker kills a server that it asked to stop, with time left for the database. */
const patienceMs = 7_000

/** Stops accepting, lets running requests finish, ends live streams; cuts what is still open after the patience. */
export async function closeServer(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  endStreams()
  // A connection kept alive by its client becomes idle only after its answer: look again until all are gone.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  const cutTimer = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idleTimer)
  clearTimeout(cutTimer)
}
