import { AppError } from '#schema/errors.ts'
import type { Fleet, World } from '../fleet.ts'
import type { PlanEvent } from '../plan.ts'
import type { Press } from '../server.ts'

/** What happens to estimates on the server alone: staff send them, and customers press on their links. */

const pick = <T>(items: readonly T[], roll = 0): T | undefined => items[Math.floor(roll * items.length)]

type Event<Kind extends PlanEvent['kind']> = Extract<PlanEvent, { kind: Kind }>

/** Some estimate that is not answered, whether it may be sent or not. */
export async function sendEstimate(fleet: Fleet, { server, oracle, say }: World, { user, rolls }: Event<'estimate-send'>): Promise<void> {
  if (!server.isUp) return
  const userId = fleet.userId(user)
  const { shops } = oracle.model.callerOf(userId)
  const shopId = pick([...shops].sort(), rolls[0])
  if (shopId === undefined) return
  const drafts = oracle.model
    .living('estimates', shopId)
    .filter(({ values }) => values['state'] === 'draft' || values['state'] === 'sent' || (rolls[2] ?? 0) < 0.2)
  const estimate = pick(
    drafts.sort((one, other) => (one.id < other.id ? -1 : 1)),
    rolls[1],
  )
  if (estimate === undefined) return
  const token = await server.sendEstimate(userId, shopId, estimate.id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  say(() => `${userId} sends estimates/${estimate.id}: ${token === undefined ? 'refused' : 'sent'}`)
  oracle.onEstimateSent(userId, estimate, token)
}

/** The newest link mostly; the last two of several presses are one that a phone sends twice. */
export async function pressLink(_fleet: Fleet, { server, oracle, say }: World, { rolls, count }: Event<'estimate-press'>): Promise<void> {
  const [roll = 0, choice = 0] = rolls
  const token = pick([...oracle.model.links.keys()].toReversed(), roll ** 3)
  if (!server.isUp || token === undefined) return
  const presses = Array.from({ length: count }, (_, index): Press => {
    const place = count > 2 && index === count - 1 ? index - 1 : index
    return { name: `Customer ${place}`, decision: (choice * 7 + place * 0.6) % 1 < 0.6 ? 'approve' : 'decline', press: server.newId() }
  })
  const [last, again] = [presses.at(-2), presses.at(-1)]
  if (count > 2 && last !== undefined && again !== undefined) again.press = last.press
  const taken = await Promise.all(presses.map((press) => server.pressLink(token, press)))
  say(() => `a customer presses ${presses.map(({ decision }, index) => `${decision}: ${taken[index] === true ? 'taken' : 'not open'}`).join(', ')}`)
  oracle.onPressed(
    token,
    presses.filter((_, index) => taken[index] === true),
  )
}
