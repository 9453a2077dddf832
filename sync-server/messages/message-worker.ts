import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import type { Services } from '../services.ts'
import { findDue } from './find-due.ts'
import { makeMessages } from './make-messages.ts'
import { makeReminders } from './make-reminders.ts'
import { sendMessage, type MessageTools } from './send-message.ts'
import type { Senders } from './senders/create-senders.ts'

/** Reminders are made by the day. */
const remindEveryMs = 5 * 60_000

export type MessageWorkerOptions = {
  services: Services
  senders: Senders
  makeLink: MessageTools['makeLink']
  everyMs?: number
  /** For tests that kill the process at a step. */
  onStep?: MessageTools['onStep']
}

/** Creates and sends messages. Each channel has its own loop, so that an unresponsive carrier does not block others. */
export class MessageWorker {
  readonly #services: Services
  readonly #senders: Senders
  readonly #tools: MessageTools
  readonly #lanes: readonly ChannelLoop[]

  constructor({ services, senders, makeLink, everyMs = 1_000, onStep = () => {} }: MessageWorkerOptions) {
    this.#services = services
    this.#senders = senders
    this.#tools = { services, makeLink, onStep }
    this.#lanes = [
      new ChannelLoop(everyMs, () => this.#make(makeMessages)),
      new ChannelLoop(remindEveryMs, () => this.#make(makeReminders)),
      ...messageChannels.map((channel) => new ChannelLoop(everyMs, (isStopped) => this.#send(channel, isStopped))),
    ]
  }

  start(): void {
    for (const lane of this.#lanes) lane.start()
  }

  /** Runs one round of everything. Never throws. */
  async run(): Promise<void> {
    for (const lane of this.#lanes) await lane.run()
  }

  /** Waits for messages that are being sent. */
  async stop(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.stop()))
  }

  async #make(make: typeof makeMessages): Promise<void> {
    try {
      await make(this.#services)
    } catch (error) {
      // For example a full disk or an unreachable database; the next round tries again.
      this.#services.log.warn({ err: error }, 'messages could not be made')
    }
  }

  async #send(channel: MessageChannel, isStopped: () => boolean): Promise<void> {
    try {
      for (const due of await findDue(this.#services.db, channel, this.#services.clock())) {
        if (isStopped()) return
        const outcome = await sendMessage(this.#tools, this.#senders[channel], due)
        if (outcome !== undefined) this.#services.metrics.countMessage(channel, outcome)
      }
    } catch (error) {
      this.#services.log.warn({ err: error, channel }, 'messages could not be sent')
    }
  }
}

/** Runs rounds of one kind, one at a time. */
class ChannelLoop {
  readonly #everyMs: number
  readonly #round: (isStopped: () => boolean) => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(everyMs: number, round: (isStopped: () => boolean) => Promise<void>) {
    this.#everyMs = everyMs
    this.#round = round
  }

  start(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.run().then(() => this.start()), this.#everyMs).unref()
  }

  run(): Promise<void> {
    this.#running = this.#running.then(() => (this.#isStopped ? undefined : this.#round(() => this.#isStopped)))
    return this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }
}
