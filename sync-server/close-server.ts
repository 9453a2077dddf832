import type { Server } from 'node:http'

/** Docker kills a stopping container after 10 s; leave time to close the database. */
const patienceMs = 7_000

/** Stops accepting, lets running requests finish, ends live streams; cuts the remaining connections after the timeout. */
export async function closeServer(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  endStreams()
  // A keep-alive connection becomes idle only after its response, so check repeatedly.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  const cutTimer = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idleTimer)
  clearTimeout(cutTimer)
}
