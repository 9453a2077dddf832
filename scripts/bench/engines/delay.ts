import { setTimeout as delay } from 'node:timers/promises'
import { withCrowd } from '../harness/crowd.ts'
import { findDeliveries, percentile } from '../harness/delivery.ts'
import { textToHeads, waitUntilQuiet } from '../shops/live-load.ts'
import type { Node } from './open-engines.ts'
import type { PushingDevice } from './pushing-devices.ts'

/** Longer than commits are told together, and in no step with looks. */
const pauseMs = 110

/** From commits at one node to the events on a stream at another, or at itself. @throws Error when one was not told */
export async function measureDelay(device: PushingDevice, writer: Node, reader: Node, changes: number): Promise<{ medianMs: number; maxMs: number }> {
  return withCrowd(reader.server.url, [reader.client.cookie], async (crowd) => {
    await waitUntilQuiet(crowd)
    await writer.server.takeCommits()
    for (let change = 0; change < changes; change += 1) {
      await device.push(writer.client, 1)
      await delay(pauseMs)
    }
    await waitUntilQuiet(crowd)
    const commits = (await writer.server.takeCommits()).filter(({ shopId }) => shopId === device.shopId)
    const { heard } = await crowd.finish()
    const { delaysMs, lost } = findDeliveries(commits, heard, 1, (text) => textToHeads(text)[device.shopId] ?? {})
    if (lost > 0 || commits.length !== changes) throw new Error(`Of ${changes} changes ${commits.length} were committed, and ${lost} not told`)
    return { medianMs: percentile(delaysMs, 0.5), maxMs: percentile(delaysMs, 1) }
  })
}
