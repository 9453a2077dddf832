import type { World } from '../fleet.ts'
import { SimulationFailure, toFailure } from '../oracle/oracle.ts'
import type { MessageBook } from '../oracle/oracle-messages.ts'
import type { PlanEvent } from '../plan.ts'
import { MessagePost } from './message-post.ts'
import type { MessagePlan } from './plan-messages.ts'

/** Longer than in earnest: the times of messages are minutes. */
const everyMs = 10_000
const hourMs = 3_600_000

type Options = { plan: MessagePlan; shops: readonly string[]; die: (place: number, downMs: number) => Promise<void> }
type Event<Kind extends PlanEvent['kind']> = Extract<PlanEvent, { kind: Kind }>

/** The workers of a run's servers, and the oracle that looks at each of their rounds. */
export class MessageRounds {
  readonly #world: World
  readonly #book: MessageBook
  readonly #post: MessagePost
  readonly #die: Options['die']

  constructor(world: World, { plan, shops, die }: Options) {
    this.#world = world
    this.#die = die
    const facts = plan.shops.map((shop, index) => [shops[index] ?? '', { ...shop, name: `Shop ${index}` }] as const)
    this.#book = world.oracle.followMessages({ shops: new Map(facts), carriers: plan.carriers })
    this.#post = new MessagePost(plan.carriers, (channel, outgoing, outcome) => {
      world.say(() => `messages/${outgoing.id} is handed over: ${outcome}`)
      this.#book.onHanded(channel, outgoing, outcome)
    })
  }

  begin(): void {
    this.#world.timeline.plan(everyMs, async () => {
      await this.#round()
      this.begin()
    })
  }

  trouble({ channel, outcomes }: Event<'carrier-trouble'>): void {
    this.#world.say(() => `the carrier of ${channel} answers ${outcomes.join(', ')}`)
    this.#post.trouble(channel, outcomes)
  }

  armDeath({ step, statements, downMs }: Event<'worker-death'>): void {
    this.#world.say(() => `a server dies ${statements} statements behind '${step}' of a message`)
    this.#post.armDeath({ step, statements, downMs })
  }

  heal(): void {
    this.#post.heal()
  }

  /** A day and a half passes on the servers alone. */
  async finish(pass: (ms: number) => void): Promise<void> {
    const pauses = [...Array.from({ length: 6 }, () => 150_000), ...Array.from({ length: 36 }, () => hourMs)]
    for (const pauseMs of pauses) {
      pass(pauseMs)
      await this.#round()
    }
    toFailure(() => this.#book.checkEnd())
  }

  async #round(): Promise<void> {
    const { server, oracle, say } = this.#world
    if (!server.isUp) return
    const { died, isWhole } = await server.workOnMessages(this.#post).catch((error: unknown) => {
      throw new SimulationFailure(error instanceof Error ? error.message : String(error))
    })
    for (const { place, downMs } of died) {
      say(() => `server ${place} died over a message`)
      this.#book.onDeath()
      await this.#die(place, downMs)
    }
    const heads = await server.read('select shop_id, seq from shop_feed')
    const isMoved = heads.some(({ shop_id: shopId, seq }) => Number(seq) !== (oracle.model.headByShop.get(String(shopId)) ?? 0))
    const rows = isMoved ? await server.read('select * from messages where deleted = 0 order by shop_id, seq') : []
    const jobs = await server.read('select message_id, tries, claim from message_jobs order by message_id')
    toFailure(() => this.#book.onRound(rows, jobs, isWhole))
  }
}
