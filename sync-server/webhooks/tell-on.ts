import { giveUpMs, pauseAfter } from '#schema/rules/webhooks/retries.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { tellEvent, type WebhookTools } from './tell-webhook.ts'
import { readEvents, readRowsOf, saveProgress, type EndedDelivery, type Progress, type StoredEvent, type StoredWebhook } from './webhook-rows.ts'

/** Steps at which a process may die: no event is lost; sent but unsaved ones are sent again. */
export type Step = 'read' | 'sent' | 'saving' | 'saved'

type Turn = {
  /** Whether the lease lasts long enough for another send. */
  mayGoOn: () => boolean
  /** Whether a failure may be our own abort. */
  isStopping: () => boolean
  renewIn: (trx: Tx) => Promise<void>
  /** Called after each send, to give way to pushes. */
  makeRoom: () => Promise<void>
  onStep: (step: Step) => void
}

const pageSize = 50
/** Progress is saved and rows are read anew after this time, which limits repeated sends. */
const saveEveryMs = 250
/** Then other webhooks get their turn. */
const turnMs = 5_000

/** Sends a webhook's events in order until none is left, one fails, or its turn is over. */
export async function tellOn(tools: WebhookTools, first: StoredWebhook, turn: Turn): Promise<void> {
  const beganMs = performance.now()
  let webhook: StoredWebhook | undefined = first
  while (webhook !== undefined && turn.mayGoOn() && performance.now() - beganMs < turnMs) webhook = await tellPage(tools, webhook, turn)
}

/** @returns the webhook's new state, undefined if it must pause */
async function tellPage(tools: WebhookTools, webhook: StoredWebhook, turn: Turn): Promise<StoredWebhook | undefined> {
  const { reader } = tools.services
  const page = await readEvents(reader, webhook.shopId, webhook.toldSeq, pageSize)
  if (page.length === 0) return undefined
  const wanted = page.filter(({ event }) => webhook.events.has(event))
  const rows = await readRowsOf(reader, webhook.shopId, wanted)
  turn.onStep('read')
  const told = await sendPage(tools, webhook, page, rows, turn)
  // The lease ends too soon for a first send.
  if (told.passed === webhook.toldSeq && told.failed === undefined) return undefined
  const { ended, progress } = toProgress(webhook, page, told, tools.services.clock())
  turn.onStep('saving')
  const goesOn = await keep(tools, webhook, ended, progress, turn)
  turn.onStep('saved')
  if (!goesOn || progress.nextTryAt !== null) return undefined
  return { ...webhook, toldSeq: progress.toldSeq, tries: progress.tries, failingSince: progress.failingSince }
}

/** `passed`: last seq that was delivered or not wanted. `failed`: answer of the event after it. */
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

/** Pauses after a failure. After three days of failures only, drops events older than that and continues with the rest. */
function toProgress(
  webhook: StoredWebhook,
  page: readonly StoredEvent[],
  { passed, taken, failed }: Told,
  now: Date,
): { ended: EndedDelivery[]; progress: Progress } {
  const sentAt = taken.length > 0 || failed !== undefined ? now.toISOString() : undefined
  const answer = failed ?? taken.at(-1)?.answer
  const wasTaken = taken.length > 0
  // Skipped events say nothing about the receiver.
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
  // If the whole page was dropped, continue with the next one without a pause.
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

/**
 * Saves progress and renews the lease in one transaction, so that nothing is saved after another server took over.
 * @returns whether the webhook may continue
 */
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
