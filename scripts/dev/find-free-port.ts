import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no other process gets the port during a restart. */
const [lowest, highest] = [12_000, 32_000]

export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(lowest, highest)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('There is no free port.')
}
