import type { KyselyPlugin } from 'kysely'
import { MessageWorker } from '#server/messages/message-worker.ts'
import type { SendStep } from '#server/messages/send-message.ts'
import { toErrorKind } from '#server/db/engines/error-kind.ts'
import { makeOrderLink } from '#server/portal/order-links/order-links.ts'
import type { Services } from '#server/services.ts'
import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { Carrier, type Outcome } from './carrier.ts'
import type { MessagePlan } from './plan-messages.ts'

/** `statements`: how many more of the server get through behind that step. */
export type WorkerDeath = { step: SendStep; statements: number; downMs: number }

class Died extends Error {
  override readonly name = 'Died'
}

/** What the servers' workers do: round by round, each as far as its server lives. */
export class MessagePost {
  readonly carriers: Readonly<Record<MessageChannel, Carrier>>
  #death: WorkerDeath | undefined
  #trouble: Error | undefined

  constructor(kinds: MessagePlan['carriers'], onHanded: (...handed: Parameters<ConstructorParameters<typeof Carrier>[2]>) => void) {
    const make = (channel: MessageChannel): Carrier =>
      new Carrier(kinds[channel], channel, (...handed) => {
        try {
          onHanded(...handed)
        } catch (error) {
          // The worker would take it for a carrier's fault.
          this.#trouble ??= error instanceof Error ? error : new Error(String(error))
        }
      })
    this.carriers = { sms: make('sms'), email: make('email') }
  }

  trouble(channel: MessageChannel, outcomes: readonly Outcome[]): void {
    this.carriers[channel].trouble(outcomes)
  }

  /** The next server that comes to the step dies. */
  armDeath(death: WorkerDeath): void {
    this.#death = death
  }

  heal(): void {
    this.#death = undefined
    for (const channel of messageChannels) this.carriers[channel].heal()
  }

  /** One round of a server's worker. Answers how long the server is down if it dies of it, and whether all was done. @throws what a carrier's listener threw */
  async work(services: Services): Promise<{ downMs: number | undefined; isWhole: boolean }> {
    let left: number | undefined
    let downMs: number | undefined
    let isWhole = true
    const onStep = (step: SendStep): void => {
      if (step === this.#death?.step) left ??= this.#death.statements
    }
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (left !== undefined && left-- <= 0) {
          left = 0
          downMs ??= this.#death?.downMs ?? 0
          throw new Died()
        }
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const warn = (fields: Record<string, unknown>, message: string): void => {
      if ('outcome' in fields) return
      isWhole = false
      const error = fields['err']
      const kind = toErrorKind(error)
      if (!(error instanceof Died) && kind !== 'away' && kind !== 'again') this.#trouble ??= new Error(`${message}: ${String(error)}`)
    }
    const mortal = { ...services, db: services.db.withPlugin(plugin), log: { ...services.log, warn } }
    const worker = new MessageWorker({
      services: mortal,
      senders: { sms: this.carriers.sms.sender, email: this.carriers.email.sender },
      makeLink: (due) => makeOrderLink(mortal, due, 'https://shop.example'),
      onStep,
    })
    await worker.run()
    if (downMs !== undefined) this.#death = undefined
    const trouble = this.#trouble
    this.#trouble = undefined
    if (trouble !== undefined) throw trouble
    return { downMs, isWhole }
  }
}
