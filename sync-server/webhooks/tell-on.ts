import { giveUpMs, pauseAfter } from '#schema/rules/webhooks/retries.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { tellEvent, type WebhookTools } from './tell-webhook.ts'
import { readEvents, readRowsOf, saveProgress, type EndedDelivery, type Progress, type StoredEvent, type StoredWebhook } from './webhook-rows.ts'

/** Where a process may die: nothing is lost, and what was sent but not kept is sent again. */
export type Step = 'read' | 'sent' | 'saving' | 'saved'

export type Turn = {
  /** Whether there is time for one more send before the lease ends. */
  mayGoOn: () => boolean
  /** Whether what failed just now may have been broken off by ourselves. */
  isStopping: () => boolean
  renewIn: (trx: Tx) => Promise<void>
  /** After each send: devices that push go first. */
  makeRoom: () => Promise<void>
  onStep: (step: Step) => void
}

const pageSize = 50
/** After so long what was sent is kept, so that little is sent twice, and rows are read anew. */
const saveEveryMs = 250
/** Then others have their turn. */
const turnMs = 5_000

/** Sends what follows for a webhook, one after the other, until nothing does, it fails, or its turn is over. */
export async function tellOn(tools: WebhookTools, first: StoredWebhook, turn: Turn): Promise<void> {
  const beganMs = performance.now()
  let webhook: StoredWebhook | undefined = first
  while (webhook !== undefined && turn.mayGoOn() && performance.now() - beganMs < turnMs) webhook = await tellPage(tools, webhook, turn)
}

/** @returns the webhook as it goes on, undefined where it does not for now */
async function tellPage(tools: WebhookTools, webhook: StoredWebhook, turn: Turn): Promise<StoredWebhook | undefined> {
  const { reader } = tools.services
  const page = await readEvents(reader, webhook.shopId, webhook.toldSeq, pageSize)
  if (page.length === 0) return undefined
  const wanted = page.filter(({ event }) => webhook.events.has(event))
  const rows = await readRowsOf(reader, webhook.shopId, wanted)
  turn.onStep('read')
  const told = await sendPage(tools, webhook, page, rows, turn)
  // The lease is about to end before the first send.
  if (told.passed === webhook.toldSeq && told.failed === undefined) return undefined
  const { ended, progress } = toProgress(webhook, page, told, tools.services.clock())
  turn.onStep('saving')
  const goesOn = await keep(tools, webhook, ended, progress, turn)
  turn.onStep('saved')
  if (!goesOn || progress.nextTryAt !== null) return undefined
  return { ...webhook, toldSeq: progress.toldSeq, tries: progress.tries, failingSince: progress.failingSince }
}

/** `passed`: all up to here were taken or not wanted. `failed`: the answer of the next one. */
type Told = { passed: number; taken: EndedDelivery[]; failed: string | undefined }

async function sendPage(
  tools: WebhookTools,
  webhook: StoredWebhook,
  page: readonly StoredEvent[],
  rows: Awaited<ReturnType<typeof readRowsOf>>,
  { mayGoOn, isStopping, makeRoom, onStep }: Turn,
): Promise<Told> {
  const told: Told = { passed: webhook.toldSeq, taken: [], failed: undefined }
  const beganMs = performance.now()
  for (const event of page) {
    if (webhook.events.has(event.event)) {
      if (!mayGoOn() || performance.now() - beganMs > saveEveryMs) break
      const { isTaken, answer } = await tellEvent(tools, webhook, event, rows.get(event.rowId))
      onStep('sent')
      if (!isTaken && isStopping()) break
      if (!isTaken) return { ...told, failed: answer }
      const tries = told.taken.length === 0 ? webhook.tries + 1 : 1
      await makeRoom()
      told.taken.push({ seq: event.seq, state: 'delivered', tries, answer, endedAt: tools.services.clock().toISOString() })
    }
    told.passed = event.seq
  }
  return told
}

/** After a send in vain there is a pause. Once all sends were in vain for three days, events as old as that are given up, and the rest goes on. */
function toProgress(
  webhook: StoredWebhook,
  page: readonly StoredEvent[],
  { passed, taken, failed }: Told,
  now: Date,
): { ended: EndedDelivery[]; progress: Progress } {
  const sentAt = taken.length > 0 || failed !== undefined ? now.toISOString() : undefined
  const answer = failed ?? taken.at(-1)?.answer
  const wasTaken = taken.length > 0
  // What is passed unsent says nothing of the receiver.
  const before = wasTaken ? { tries: 0, failingSince: null } : webhook
  if (failed === undefined)
    return { ended: taken, progress: { toldSeq: passed, tries: before.tries, nextTryAt: null, failingSince: before.failingSince, answer, sentAt } }
  const tries = before.tries + 1
  const failingSince = before.failingSince ?? now.toISOString()
  const isOver = now.getTime() - Date.parse(failingSince) >= giveUpMs
  const oldest = new Date(now.getTime() - giveUpMs).toISOString()
  const followers = page.filter(({ seq }) => seq > passed)
  const staying = followers.findIndex(({ storedAt }) => storedAt > oldest)
  const givenUp = isOver ? followers.slice(0, staying === -1 ? followers.length : staying) : []
  const lost = givenUp
    .filter(({ event }) => webhook.events.has(event))
    .map(({ seq }, place): EndedDelivery => ({ seq, state: 'failed', tries: place === 0 ? tries : 0, answer: failed, endedAt: now.toISOString() }))
  // A whole page that was given up says nothing of what comes behind it.
  const isPageOver = givenUp.length === page.length
  return {
    ended: [...taken, ...lost],
    progress: {
      toldSeq: givenUp.at(-1)?.seq ?? passed,
      tries,
      nextTryAt: isPageOver ? null : new Date(now.getTime() + pauseAfter(tries)).toISOString(),
      failingSince,
      answer,
      sentAt,
    },
  }
}

class GoneError extends Error {}

/** Together with the lease: what another server has taken over is its own. @returns whether the webhook may go on */
async function keep(tools: WebhookTools, webhook: StoredWebhook, ended: readonly EndedDelivery[], progress: Progress, { renewIn }: Turn): Promise<boolean> {
  try {
    return await inTransaction(tools.services.db, async (trx) => {
      await renewIn(trx)
      const kept = await saveProgress(trx, webhook, ended, progress)
      if (kept === undefined) throw new GoneError()
      return !kept.isPaused
    })
  } catch (error) {
    if (error instanceof GoneError) return false
    throw error
  }
}
