import type { Network, Line, Port } from './network.ts'
import { fail } from './oracle/failure.ts'
import type { Oracle } from './oracle/oracle.ts'
import type { PlanEvent } from './plan.ts'
import type { Command, Reply, Wish } from './protocol.ts'
import type { Session, SimulatedServer } from './server.ts'
import type { TabletHost } from './tablet/tablet.ts'
import { rest, type Timeline } from './timeline.ts'

type Tablet = {
  index: number
  host: TabletHost
  skewMs: number
  userId: string
  /** Tablet and person, as the oracle names them. */
  account: string
  session: Session
  line: Line
  lineUntilMs: number
  isOpen: boolean
  /** Rises with every page that ends: what was planned for an earlier one is void. */
  life: number
  /** When its clock stepped, in virtual time. */
  clockStepsMs: number[]
  port: Port
  /** The last command that it got. */
  isDoing: Command['kind'] | undefined
}

/** What the tablets of a run share. `endMs`: virtual time after which nobody does anything any more. */
export type World = {
  readonly seed: number
  readonly endMs: number
  readonly timeline: Timeline
  readonly oracle: Oracle
  readonly server: SimulatedServer
  readonly network: Network
  say: (line: () => string) => void
}

/** The tablets of a run: the commands that each gets, and what its wishes lead to. */
export class Fleet {
  readonly tablets: Tablet[] = []
  readonly #hosts: readonly TabletHost[]
  readonly #world: World
  steps = 0

  constructor(hosts: readonly TabletHost[], world: World) {
    this.#hosts = hosts
    this.#world = world
  }

  async addTablet(index: number, userId: string, skewMs: number): Promise<void> {
    const host = this.#hosts[index]
    if (host === undefined) throw new Error('There are more tablets than were prepared')
    const session = await this.#world.server.signIn(userId)
    const port = this.#portOf(() => tablet)
    const start = { line: 'good' as const, lineUntilMs: 0, isOpen: false, life: 0, clockStepsMs: [], isDoing: undefined }
    const tablet: Tablet = { index, host, skewMs, userId, account: `tablet ${index}/${userId}`, session, port, ...start }
    this.tablets.push(tablet)
    await this.send(tablet, { kind: 'replace', seed: this.#world.seed * 10 + index, tablet: index })
    await this.openPage(tablet)
  }

  #portOf(tabletOf: () => Tablet): Port {
    return {
      line: () => tabletOf().line,
      session: () => tabletOf().session,
      answer: async (requestId, answer) => (await this.send(tabletOf(), { kind: 'answer', requestId, answer })).isHeard === true,
      hear: async (streamId, event) => void (await this.send(tabletOf(), { kind: 'live', streamId, event })),
    }
  }

  async openPage(tablet: Tablet, crashAtWrite?: number): Promise<void> {
    if (tablet.isOpen) return
    tablet.isOpen = true
    this.#world.say(() => `${tablet.account} opens the app`)
    await this.send(tablet, { kind: 'open', userId: tablet.userId, crashAtWrite })
  }

  async send(tablet: Tablet, command: Command): Promise<Reply> {
    this.steps++
    tablet.isDoing = command.kind
    const reply = await tablet.host.send(command, this.#world.timeline.nowMs + tablet.skewMs, this.#world.timeline.nowMs)
    if (reply.problem !== undefined) fail(`tablet ${tablet.index}, ${command.kind}: ${reply.problem}`)
    for (const wish of reply.wishes) this.#onWish(tablet, wish)
    return reply
  }

  #onWish(tablet: Tablet, wish: Wish): void {
    const { network, timeline, say, oracle } = this.#world
    switch (wish.kind) {
      case 'request':
        return network.request(tablet.port, wish.requestId, wish)
      case 'timer': {
        const { life } = tablet
        timeline.plan(wish.durationMs, async () => {
          if (life === tablet.life) await this.send(tablet, { kind: 'timer', timerId: wish.timerId })
        })
        return
      }
      case 'live-open':
        return network.openStream(tablet.port, wish.streamId)
      case 'live-close':
        return network.closeStream(wish.streamId)
      case 'crashed':
        say(() => `${tablet.account} has crashed`)
        if (tablet.isDoing !== 'crash') oracle.note(`tablet: crash ${tablet.isDoing === 'open' ? 'while opening' : 'at a write'}`)
        tablet.isOpen = false
        tablet.life++
        return network.forget(tablet.port)
    }
  }

  // What a plan brings to one of them

  async write(tablet: Tablet, { step }: Extract<PlanEvent, { kind: 'step' }>): Promise<void> {
    if (!tablet.isOpen) return
    const { oracle, say } = this.#world
    const { account } = tablet
    const { step: report, discardedRefusedId } = await this.send(tablet, { kind: 'step', step })
    if (report === undefined) return
    const became = report.state === 'written' ? (report.mutationId?.slice(-4) ?? 'nothing differs') : report.state
    say(() => `${account} does #${step.token} ${step.kind}: ${became} ${JSON.stringify(report.intents)}`)
    const isDone = report.state === 'written' || step.kind === 'open-form' || (step.kind === 'discard' && discardedRefusedId !== undefined)
    if (isDone) oracle.note(`step: ${step.kind}`)
    if (report.state === 'refused-here') oracle.note('mutation: refused by the tablet itself')
    if (report.state === 'unknown') oracle.note('mutation: cut off by a crash')
    if (report.state === 'written' && tablet.line !== 'good') oracle.note('mutation: while offline')
    if (report.intents.some((intent) => intent.action === 'update' && intent.isStale === true)) oracle.note('mutation: of a form left open')
    oracle.onStep(account, report)
    if (report.file !== undefined) oracle.onFileAdded(account, report.file, report.state === 'written')
    if (discardedRefusedId !== undefined) oracle.onDiscarded(account, discardedRefusedId)
  }

  async look(tablet: Tablet): Promise<void> {
    if (!tablet.isOpen) return
    const { look } = await this.send(tablet, { kind: 'look' })
    if (look !== undefined) this.#world.oracle.checkLook(look)
  }

  async cutLine(tablet: Tablet, { durationMs, isSilent }: Extract<PlanEvent, { kind: 'offline' }>): Promise<void> {
    const { say, oracle, timeline, network } = this.#world
    say(() => `tablet ${tablet.index} is offline for ${durationMs} ms${isSilent ? ', and does not notice' : ''}`)
    oracle.note(`network: ${isSilent ? 'silent' : 'no'} line`)
    tablet.line = isSilent ? 'silent' : 'none'
    tablet.lineUntilMs = timeline.nowMs + durationMs
    network.cutLine(tablet.port, isSilent)
    if (!isSilent) await this.send(tablet, { kind: 'wake', reason: 'offline' })
    timeline.plan(durationMs, () => this.mendLine(tablet, !isSilent))
  }

  async mendLine(tablet: Tablet, isNoticed: boolean): Promise<void> {
    if (tablet.line === 'good' || this.#world.timeline.nowMs < tablet.lineUntilMs) return
    tablet.line = 'good'
    this.#world.say(() => `tablet ${tablet.index} is online`)
    if (isNoticed) await this.send(tablet, { kind: 'wake', reason: 'online' })
  }

  async crash(tablet: Tablet, { writes, openingWrites, downMs }: Extract<PlanEvent, { kind: 'crash' }>): Promise<void> {
    if (!tablet.isOpen) return
    if (writes === null) {
      this.#world.oracle.note('tablet: crash at rest')
      await this.send(tablet, { kind: 'crash' })
    } else {
      this.#world.say(() => `tablet ${tablet.index} will crash at its write ${writes} from now`)
      await this.send(tablet, { kind: 'arm-crash', writes })
    }
    this.#reopenLater(tablet, downMs, openingWrites ?? undefined)
  }

  /** Whenever the page is gone, somebody opens it again; it may crash again soon after. */
  #reopenLater(tablet: Tablet, downMs: number, crashAtWrite: number | undefined): void {
    this.#world.timeline.plan(downMs, async () => {
      if (this.#world.timeline.nowMs >= this.#world.endMs) return
      const isGone = !tablet.isOpen
      if (isGone) await this.openPage(tablet, crashAtWrite)
      if (!isGone || crashAtWrite !== undefined) this.#reopenLater(tablet, downMs, isGone ? undefined : crashAtWrite)
    })
  }

  async endSession(tablet: Tablet, { backMs }: Extract<PlanEvent, { kind: 'session-end' }>): Promise<void> {
    this.#world.say(() => `the session of tablet ${tablet.index} ends`)
    this.#world.oracle.note('tablet: session ended')
    await this.#world.server.endSession(tablet.session)
    await rest()
    this.#world.timeline.plan(backMs, () => this.signInAgain(tablet))
  }

  async signInAgain(tablet: Tablet): Promise<void> {
    if (tablet.session.isValid) return
    this.#world.say(() => `${tablet.account} signs in again`)
    this.#world.oracle.note('tablet: signed in again')
    tablet.session = await this.#world.server.signIn(tablet.userId)
    if (tablet.isOpen) await this.send(tablet, { kind: 'resume' })
  }
}
