import { setTimeout as delay } from 'node:timers/promises'
import type { Heads, Op } from '#schema/api/sync.ts'
import type { ApiClient } from '#scripts/process-tests/api-client.ts'
import type { Crowd } from '../harness/crowd.ts'
import { findDeliveries, nowMs, percentile, type SeqByCollection } from '../harness/delivery.ts'
import type { BenchServer } from './workshop.ts'

export const changesPerSecond = 50

const warmUpMs = 2_000
const quietMs = 500
const patienceMs = 30_000
/** Busy share of the readers' thread above which its own delays distort the figures. */
const fullShare = 0.9

/** A source of changes of one shop, each of a single row. */
export type Changes = { shopId: string; next(): Op; writer: ApiClient }

export type Load = {
  /** From the commit of a change until a device has read an event that covers it, over changes × devices. */
  medianMs: number
  p99Ms: number
  maxMs: number
  changes: number
  events: number
  /** From the sending of a push to its response. */
  pushMedianMs: number
  serverBusyShare: number
  serverCpuShare: number
  readersBusyShare: number
  rssMb: number
  warnings: string[]
}

/** Changes the notes of so many of the shop's orders in turn, each from its present value. */
export async function changesOf(writer: ApiClient, shopId: string, orderCount = 200): Promise<Changes> {
  const { body } = await writer.pull('orders', {}, orderCount)
  const orders = body.documents.flatMap((document) => ('orderNotes' in document ? [{ id: document.id, notes: document['orderNotes'] as string | null }] : []))
  let round = 0
  return {
    shopId,
    writer,
    next() {
      const order = orders[round % orders.length]
      if (order === undefined) throw new Error('The shop has no orders to change')
      round += 1
      const from = order.notes
      order.notes = `Bench note ${round}`
      return { action: 'update', collection: 'orders', id: order.id, changes: { orderNotes: { from, to: order.notes } } }
    },
  }
}

/** Measures changes at an even pace while the crowd listens, and closes its streams. @throws Error when a device missed a change */
export async function measureLoad(server: BenchServer, changes: Changes, crowd: Crowd, deviceCount: number, durationMs: number): Promise<Load> {
  const { shopId, writer } = changes
  await changeEvenly(changes, warmUpMs)
  await waitUntilQuiet(crowd)
  await server.takeCommits()
  await server.readUsage({ isCollected: false })
  await crowd.watch()
  const eventsBefore = await crowd.countEvents()
  const pushes = await changeEvenly(changes, durationMs)
  const usage = await server.readUsage({ isCollected: false })
  await waitUntilQuiet(crowd)
  const commits = (await server.takeCommits()).filter((commit) => commit.shopId === shopId)
  const heads = (await writer.heads())[shopId] ?? {}
  const { heard, broken, busyShare, loopDelayP99Ms } = await crowd.finish()
  const { delaysMs, lost, backward, known } = findDeliveries(commits, heard, deviceCount, (text) => textToHeads(text)[shopId] ?? {})
  const behind = known.filter((seqs) => !isSame(seqs, heads)).length
  if (commits.length !== pushes.answerMs.length) throw new Error(`${pushes.answerMs.length} changes made ${commits.length} commits`)
  if (broken + lost + backward + behind > 0)
    throw new Error(
      `Of ${commits.length} changes to ${deviceCount} devices ${lost} were lost; ${behind} devices do not know the heads, ${backward} events told of an earlier state, ${broken} streams broke`,
    )
  const late = percentile(pushes.lateMs, 0.99)
  return {
    medianMs: percentile(delaysMs, 0.5),
    p99Ms: percentile(delaysMs, 0.99),
    maxMs: percentile(delaysMs, 1),
    changes: commits.length,
    events: heard.devices.length - eventsBefore,
    pushMedianMs: percentile(pushes.answerMs, 0.5),
    serverBusyShare: usage.busyShare,
    serverCpuShare: usage.cpuShare,
    readersBusyShare: busyShare,
    rssMb: usage.rssBytes / 1e6,
    warnings: [
      ...(busyShare > fullShare
        ? [`WARNING: the readers were busy ${toPercent(busyShare)} of the time (loop delay p99 ${loopDelayP99Ms.toFixed(1)} ms): the delays are partly theirs`]
        : []),
      ...(late > 1_000 / changesPerSecond ? [`WARNING: the writer was late, p99 ${late.toFixed(1)} ms: the pace was not even`] : []),
    ],
  }
}

/** Sends each change at its time without waiting for earlier responses, so that a slow server does not reduce the load. */
async function changeEvenly(changes: Changes, durationMs: number): Promise<{ answerMs: Float64Array; lateMs: Float64Array }> {
  const intervalMs = 1_000 / changesPerSecond
  const count = Math.round(durationMs / intervalMs)
  const startMs = nowMs()
  const lateMs = new Float64Array(count)
  const answers: Promise<number>[] = []
  for (let index = 0; index < count; index += 1) {
    const dueMs = startMs + index * intervalMs
    await delay(Math.max(0, dueMs - nowMs()))
    const sentMs = nowMs()
    lateMs[index] = sentMs - dueMs
    answers.push(changes.writer.write(changes.shopId, [changes.next()]).then(() => nowMs() - sentMs))
  }
  return { answerMs: Float64Array.from(await Promise.all(answers)).sort(), lateMs: lateMs.sort() }
}

export async function waitUntilQuiet(crowd: Crowd): Promise<void> {
  const endMs = nowMs() + patienceMs
  for (let [before, now] = [-1, await crowd.countEvents()]; now !== before; [before, now] = [now, await crowd.countEvents()]) {
    if (nowMs() > endMs) throw new Error('The devices still hear events long after the last change')
    await delay(quietMs)
  }
}

export const textToHeads = (text: string): Heads => (text.startsWith('event: heads\ndata: ') ? (JSON.parse(text.slice(text.indexOf('{'))) as Heads) : {})

const isSame = (one: SeqByCollection, other: SeqByCollection): boolean =>
  Object.keys({ ...one, ...other }).every((collection) => one[collection] === other[collection])

export const toPercent = (share: number): string => `${Math.round(share * 100)} %`
