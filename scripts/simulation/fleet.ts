import type { Network, Line, Port } from './network.ts'
import { SimulationFailure, type Oracle } from './oracle/oracle.ts'
import type { PlanEvent } from './plan.ts'
import type { StepReport, Command, Profile, Reply, Wish } from './protocol.ts'
import type { Session, SimulatedServer } from './server.ts'
import type { TabletHost } from './tablet/tablet.ts'
import { rest, type Timeline } from './timeline.ts'

export type Tablet = {
  index: number
  host: TabletHost
  skewMs: number
  user: number
  session: Session
  line: Line
  lineUntilMs: number
  isOpen: boolean
  /** Rises with every page that ends: what was planned for an earlier one is void. */
  life: number
  /** When its clock stepped, in virtual time. */
  clockSteps: { atMs: number }[]
  users: Set<number>
  port: Port
  /** The last command that it got. */
  isDoing: Command['kind'] | undefined
}

/** What the tablets of a run share. */
export type World = {
  readonly seed: number
  /** Virtual time after which nobody does anything any more. */
  readonly endMs: number
  readonly users: readonly string[]
  readonly timeline: Timeline
  readonly oracle: Oracle
  readonly server: SimulatedServer
  readonly network: Network
  say: (line: () => string) => void
}

/** The tablets of a run: who uses each, the commands it gets, and what its wishes lead to. */
export class Fleet {
  readonly tablets: Tablet[] = []
  readonly #hosts: readonly TabletHost[]
  readonly #world: World
  steps = 0

  constructor(hosts: readonly TabletHost[], world: World) {
    this.#hosts = hosts
    this.#world = world
  }

  async addTablet(index: number, user: number, skewMs: number, profile?: Profile): Promise<void> {
    const host = this.#hosts[index]
    if (host === undefined) throw new Error('There are more tablets than were prepared')
    const session = await this.#world.server.signIn(this.userId(user))
    const tablet: Tablet = {
      index,
      host,
      skewMs,
      user,
      session,
      line: 'good',
      lineUntilMs: 0,
      isOpen: false,
      life: 0,
      clockSteps: [],
      users: new Set([user]),
      isDoing: undefined,
      port: this.#portOf(() => tablet),
    }
    this.tablets.push(tablet)
    await this.send(tablet, { kind: 'replace', seed: this.#world.seed * 10 + index, tablet: index, profile })
    await this.openPage(tablet)
  }

  #portOf(tabletOf: () => Tablet): Port {
    return {
      line: () => tabletOf().line,
      session: () => tabletOf().session,
      answer: async (requestId, answer) => {
        const { life } = tabletOf()
        const { isHeard } = await this.send(tabletOf(), { kind: 'answer', requestId, answer })
        if (isHeard !== true) return 'nobody'
        return life === tabletOf().life ? 'stored' : 'perhaps stored'
      },
      hear: async (streamId, event) => void (await this.send(tabletOf(), { kind: 'live', streamId, event })),
    }
  }

  userId(user: number): string {
    return this.#world.users[user] ?? ''
  }

  accountOf(tablet: Tablet): string {
    return `tablet ${tablet.index}/${this.userId(tablet.user)}`
  }

  async openPage(tablet: Tablet, crashAtWrite?: number): Promise<void> {
    if (tablet.isOpen) return
    tablet.isOpen = true
    this.#world.say(() => `${this.accountOf(tablet)} opens the app`)
    const { forms } = await this.send(tablet, { kind: 'open', userId: this.userId(tablet.user), crashAtWrite })
    if (forms !== undefined) this.#world.oracle.checkForms(this.accountOf(tablet), forms)
  }

  async send(tablet: Tablet, command: Command): Promise<Reply> {
    this.steps++
    tablet.isDoing = command.kind
    const reply = await tablet.host.send(command, this.#world.timeline.nowMs + tablet.skewMs, this.#world.timeline.nowMs)
    if (reply.problem !== undefined) throw new SimulationFailure(`tablet ${tablet.index}, ${command.kind}: ${reply.problem}`)
    for (const wish of reply.wishes) this.#onWish(tablet, wish)
    return reply
  }

  #onWish(tablet: Tablet, wish: Wish): void {
    switch (wish.kind) {
      case 'request':
        this.#world.network.request(tablet.port, wish.requestId, wish)
        return
      case 'timer': {
        const { life } = tablet
        this.#world.timeline.plan(wish.durationMs, async () => {
          if (life === tablet.life) await this.send(tablet, { kind: 'timer', timerId: wish.timerId })
        })
        return
      }
      case 'live-open':
        this.#world.network.openStream(tablet.port, wish.streamId)
        return
      case 'live-close':
        this.#world.network.closeStream(wish.streamId)
        return
      case 'crashed':
        this.#world.say(() => `${this.accountOf(tablet)} has crashed`)
        if (tablet.isDoing !== 'crash') this.#world.oracle.note(`tablet: crash ${tablet.isDoing === 'open' ? 'while opening' : 'at a write'}`)
        this.#endPage(tablet)
        return
    }
  }

  #endPage(tablet: Tablet): void {
    tablet.isOpen = false
    tablet.life++
    this.#world.network.forget(tablet.port)
  }

  async write({ tablet: index, step }: Extract<PlanEvent, { kind: 'step' }>): Promise<void> {
    const tablet = this.tablets[index]
    if (tablet === undefined || !tablet.isOpen) return
    const account = this.accountOf(tablet)
    const reply = await this.send(tablet, { kind: 'step', step, deleted: step.kind === 'restore' ? this.#world.oracle.listDeleted() : [] })
    if (reply.step === undefined) return
    const { step: report } = reply
    this.#world.say(
      () =>
        `${account} does #${step.token} ${step.kind}: ${report.state === 'written' ? (report.mutationId?.slice(-4) ?? 'nothing differs') : report.state} ${JSON.stringify(report.intents)}`,
    )
    this.#noteStep(tablet, step.kind, report, reply.discardedRefusedId)
    this.#world.oracle.onShelves(report)
    const { acts, ...whole } = report
    this.#world.oracle.onStep(account, this.userId(tablet.user), acts === undefined ? whole : { ...whole, state: 'none' })
    for (const act of acts ?? []) {
      const one: StepReport = { ...whole, form: undefined, ...act }
      this.#world.say(
        () =>
          `${account} does one of #${step.token}: ${act.state === 'written' ? (act.mutationId?.slice(-4) ?? 'nothing differs') : act.state} ${JSON.stringify(act.intents)}`,
      )
      this.#noteStep(tablet, step.kind, one, undefined)
      this.#world.oracle.onStep(account, this.userId(tablet.user), one)
    }
    if (report.file !== undefined) this.#world.oracle.onFileAdded(account, report.file, report.state === 'written')
    if (reply.discardedRefusedId !== undefined) this.#world.oracle.onDiscarded(account, reply.discardedRefusedId)
  }

  #noteStep(tablet: Tablet, kind: string, report: StepReport, discardedRefusedId: string | undefined): void {
    const { oracle } = this.#world
    if (report.state === 'refused-here') oracle.note('mutation: refused by the tablet itself')
    if (report.state === 'unknown') oracle.note('mutation: cut off by a crash')
    if (kind === 'photo' && report.state === 'written') oracle.note('mutation done: photo')
    if (kind === 'open-form' || (kind === 'discard' && discardedRefusedId !== undefined)) oracle.note(`mutation done: ${kind}`)
    if (report.state !== 'written' || report.mutationId === null) return
    oracle.note(`mutation written: ${kind}`)
    if (kind === 'retry') oracle.onRetried(report.mutationId)
    if (tablet.line !== 'good') oracle.note('mutation: while offline')
    if (report.intents.some((intent) => 'isStale' in intent)) oracle.note('mutation: of a form left open')
  }

  async look(tablet: Tablet | undefined): Promise<void> {
    if (tablet === undefined || !tablet.isOpen) return
    const { look } = await this.send(tablet, { kind: 'look' })
    if (look !== undefined) this.#world.oracle.checkLook(look)
  }

  async cutLine({ tablet: index, durationMs, isSilent }: Extract<PlanEvent, { kind: 'offline' }>): Promise<void> {
    const tablet = this.tablets[index]
    if (tablet === undefined) return
    this.#world.say(() => `tablet ${index} is offline for ${durationMs} ms${isSilent ? ', and does not notice' : ''}`)
    this.#world.oracle.note(`network: ${isSilent ? 'silent' : 'no'} line`)
    tablet.line = isSilent ? 'silent' : 'none'
    tablet.lineUntilMs = this.#world.timeline.nowMs + durationMs
    this.#world.network.cutLine(tablet.port, isSilent)
    if (!isSilent) await this.send(tablet, { kind: 'wake', reason: 'offline' })
    this.#world.timeline.plan(durationMs, () => this.mendLine(tablet, !isSilent))
  }

  async mendLine(tablet: Tablet, isNoticed: boolean): Promise<void> {
    if (tablet.line === 'good' || this.#world.timeline.nowMs < tablet.lineUntilMs) return
    tablet.line = 'good'
    this.#world.say(() => `tablet ${tablet.index} is online`)
    if (isNoticed) await this.send(tablet, { kind: 'wake', reason: 'online' })
  }

  async crash({ tablet: index, writes, openingWrites, downMs }: Extract<PlanEvent, { kind: 'crash' }>): Promise<void> {
    const tablet = this.tablets[index]
    if (tablet === undefined || !tablet.isOpen) return
    if (writes === null) {
      this.#world.oracle.note('tablet: crash at rest')
      await this.send(tablet, { kind: 'crash' })
    } else {
      this.#world.say(() => `tablet ${index} will crash at its write ${writes} from now`)
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

  /** What the page still holds is stored again: nothing of it may be missed. */
  async clearStorage(tablet: Tablet): Promise<void> {
    const { oracle } = this.#world
    const { look } = await this.send(tablet, { kind: 'look' })
    const { isCleared } = await this.send(tablet, { kind: 'clear-disk' })
    if (isCleared !== true) return
    this.#world.say(() => `the browser of tablet ${tablet.index} removes what it holds of ${this.accountOf(tablet)}`)
    oracle.note('tablet: storage cleared')
    oracle.mayForgetSent([this.accountOf(tablet)])
    oracle.files.forgive(oracle.model, (account) => account === this.accountOf(tablet))
    if (look !== undefined && look.waiting.length > 0) oracle.note('tablet: storage cleared with mutations waiting')
  }

  async endSession({ tablet: index, backMs }: Extract<PlanEvent, { kind: 'session-end' }>): Promise<void> {
    const tablet = this.tablets[index]
    if (tablet === undefined) return
    this.#world.say(() => `the session of tablet ${index} ends`)
    this.#world.oracle.note('tablet: session ended')
    await this.#world.server.endSession(tablet.session)
    await rest()
    this.#world.timeline.plan(backMs, () => this.signInAgain(tablet))
  }

  async signInAgain(tablet: Tablet): Promise<void> {
    if (tablet.session.isValid) return
    this.#world.say(() => `${this.accountOf(tablet)} signs in again`)
    this.#world.oracle.note('tablet: signed in again')
    tablet.session = await this.#world.server.signIn(this.userId(tablet.user))
    if (tablet.isOpen) await this.send(tablet, { kind: 'resume' })
  }

  async switchUser({ tablet: index, user, downMs }: Extract<PlanEvent, { kind: 'switch-user' }>): Promise<void> {
    const tablet = this.tablets[index]
    if (tablet === undefined || tablet.user === user || !tablet.isOpen) return
    if (!(await this.#closePage(tablet, true))) return
    this.#world.timeline.plan(downMs, () => this.#openAs(tablet, user))
  }

  /** Signs out; what is unsent or refused stays on the tablet. False when the page crashed meanwhile. */
  async #closePage(tablet: Tablet, isWipe: boolean): Promise<boolean> {
    const account = this.accountOf(tablet)
    const { left } = await this.send(tablet, { kind: 'close', isWipe })
    this.#world.say(() => `${account} signs out; left: ${JSON.stringify(left)}`)
    if (left === undefined) return false
    if (isWipe && left.unsent + left.refused + left.files === 0) this.#world.oracle.forgive((step) => step.account === account)
    if (isWipe) this.#world.oracle.note(`tablet: user changed, ${left.unsent + left.refused + left.files === 0 ? 'all wiped' : 'work left'}`)
    if (tablet.isOpen) this.#endPage(tablet)
    await this.#world.server.endSession(tablet.session)
    return true
  }

  async #openAs(tablet: Tablet, user: number): Promise<void> {
    if (tablet.isOpen) return
    tablet.user = user
    tablet.users.add(user)
    tablet.session = await this.#world.server.signIn(this.userId(user))
    await this.openPage(tablet)
  }

  async change(tablet: Tablet, user: number): Promise<void> {
    await this.#closePage(tablet, false)
    await this.#openAs(tablet, user)
  }
}
