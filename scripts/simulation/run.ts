import { createRandom, type Random } from '#scripts/demo/random.ts'
import { AppError } from '#schema/errors.ts'
import { Oracle, SimulationFailure } from './oracle.ts'
import { checkServer, checkTablet, readServer } from './oracle-final.ts'
import { Network, type Line, type Port } from './network.ts'
import { createPlan, type Plan, type PlanEvent } from './plan.ts'
import type { Command, Reply, Wish } from './protocol.ts'
import { createRestAct, createRogueAct } from './other-acts.ts'
import { type Session, SimulatedServer } from './server.ts'
import { setUpShops } from './set-up.ts'
import type { TabletThread } from './tablet.ts'
import { rest, takeTimers, Timeline } from './timeline.ts'

export type RunResult = { seed: number; failure: string | undefined; trace: string[]; acts: number; steps: number }

const startMs = Date.parse('2026-03-02T09:00:00.000Z')
const minuteMs = 60_000
/** Longer than the device's longest pause and its rhythm of pulling together. */
const restMs = 7 * minuteMs

type Tablet = {
  index: number
  thread: TabletThread
  skewMs: number
  user: number
  session: Session
  line: Line
  lineUntilMs: number
  isOpen: boolean
  /** Rises with every page that ends: what was planned for an earlier one is void. */
  life: number
  steps: { atMs: number }[]
  users: Set<number>
  port: Port
}

/** Runs one plan to its end. Everything that happens is decided by the plan's seed. */
export async function runPlan(plan: Plan, threads: readonly TabletThread[], options: { withTrace: boolean }): Promise<RunResult> {
  const timeline = new Timeline()
  timeline.nowMs = startMs
  const giveTimersBack = takeTimers(timeline)
  const simulation = new Simulation(plan, threads, timeline, options.withTrace)
  try {
    await simulation.run()
    return simulation.result(undefined)
  } catch (error) {
    const message = error instanceof SimulationFailure ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
    return simulation.result(message)
  } finally {
    await simulation.end()
    giveTimersBack()
  }
}

export const runSeed = (seed: number, threads: readonly TabletThread[], options: { withTrace: boolean }): Promise<RunResult> => runPlan(createPlan(seed), threads, options)

class Simulation {
  readonly #plan: Plan
  readonly #threads: readonly TabletThread[]
  readonly #timeline: Timeline
  readonly #random: Random
  readonly #oracle: Oracle
  readonly #trace: string[] | undefined
  #server: SimulatedServer | undefined
  #network: Network | undefined
  #tablets: Tablet[] = []
  #serverSkewMs: number
  #serverSteps: number[] = []
  #users: string[] = []
  #shops: string[] = []
  #steps = 0

  constructor(plan: Plan, threads: readonly TabletThread[], timeline: Timeline, withTrace: boolean) {
    this.#plan = plan
    this.#threads = threads
    this.#timeline = timeline
    this.#random = createRandom(plan.seed + 7)
    this.#serverSkewMs = 0
    this.#oracle = new Oracle(() => timeline.nowMs)
    this.#trace = withTrace ? [] : undefined
  }

  result(failure: string | undefined): RunResult {
    return { seed: this.#plan.seed, failure, trace: this.#trace ?? [], acts: this.#oracle.acts.size, steps: this.#steps }
  }

  #say = (line: () => string): void => {
    this.#trace?.push(`${((this.#timeline.nowMs - startMs) / 1_000).toFixed(3).padStart(9)} ${line()}`)
  }

  get server(): SimulatedServer {
    if (this.#server === undefined) throw new Error('There is no server yet')
    return this.#server
  }

  get network(): Network {
    if (this.#network === undefined) throw new Error('There is no network yet')
    return this.#network
  }

  async run(): Promise<void> {
    this.#server = await SimulatedServer.create(() => this.#timeline.nowMs + this.#serverSkewMs, this.#oracle)
    const { users, shops } = await setUpShops(this.server, this.#oracle, this.#plan)
    this.#users = users
    this.#shops = shops
    this.#network = new Network({ timeline: this.#timeline, random: this.#random, server: this.server, faults: this.#plan.faults, onDeath: () => this.#killServer(5_000), trace: this.#say })
    this.network.onPushAnswered = (ids) => this.#oracle.onAnswered(ids)
    for (const [index, { user, skewMs }] of this.#plan.tablets.entries()) await this.#addTablet(index, user, skewMs)
    for (const event of this.#plan.events) this.#timeline.plan(event.at, () => this.#onEvent(event))
    await this.#timeline.runUntil(startMs + this.#plan.durationMs)
    await this.#heal()
    await this.#check()
  }

  /** Closes what is open, whatever state it is in. */
  async end(): Promise<void> {
    for (const tablet of this.#tablets) await this.#send(tablet, { kind: 'crash' }).catch(() => undefined)
    await this.#server?.remove()
  }

  // Tablets

  async #addTablet(index: number, user: number, skewMs: number): Promise<void> {
    const thread = this.#threads[index]
    if (thread === undefined) throw new Error('There are more tablets than threads')
    const session = await this.server.signIn(this.#userId(user))
    const tablet: Tablet = { index, thread, skewMs, user, session, line: 'good', lineUntilMs: 0, isOpen: false, life: 0, steps: [], users: new Set([user]), port: this.#portOf(() => tablet) }
    this.#tablets.push(tablet)
    await this.#send(tablet, { kind: 'replace', seed: this.#plan.seed * 10 + index, tablet: index })
    await this.#openPage(tablet)
  }

  #portOf(tabletOf: () => Tablet): Port {
    return {
      line: () => tabletOf().line,
      session: () => tabletOf().session,
      answer: async (requestId, answer) => void (await this.#send(tabletOf(), { kind: 'answer', requestId, answer })),
      hear: async (streamId, event) => void (await this.#send(tabletOf(), { kind: 'live', streamId, event })),
    }
  }

  #userId(user: number): string {
    return this.#users[user] ?? ''
  }

  #accountOf(tablet: Tablet): string {
    return `tablet ${tablet.index}/${this.#userId(tablet.user)}`
  }

  async #openPage(tablet: Tablet): Promise<void> {
    if (tablet.isOpen) return
    tablet.isOpen = true
    this.#say(() => `${this.#accountOf(tablet)} opens the app`)
    await this.#send(tablet, { kind: 'open', userId: this.#userId(tablet.user) })
  }

  async #send(tablet: Tablet, command: Command): Promise<Reply> {
    this.#steps++
    const reply = await tablet.thread.send(command, this.#timeline.nowMs + tablet.skewMs, this.#timeline.nowMs)
    if (reply.problem !== undefined) throw new SimulationFailure(`tablet ${tablet.index}, ${command.kind}: ${reply.problem}`)
    for (const wish of reply.wishes) this.#onWish(tablet, wish)
    return reply
  }

  #onWish(tablet: Tablet, wish: Wish): void {
    switch (wish.kind) {
      case 'request':
        this.network.request(tablet.port, wish.requestId, wish)
        return
      case 'timer': {
        const { life } = tablet
        this.#timeline.plan(wish.durationMs, async () => {
          if (life === tablet.life) await this.#send(tablet, { kind: 'timer', timerId: wish.timerId })
        })
        return
      }
      case 'live-open':
        this.network.openStream(tablet.port, wish.streamId)
        return
      case 'live-close':
        this.network.closeStream(wish.streamId)
        return
      case 'crashed':
        this.#say(() => `${this.#accountOf(tablet)} has crashed`)
        this.#endPage(tablet)
        return
    }
  }

  #endPage(tablet: Tablet): void {
    tablet.isOpen = false
    tablet.life++
    this.network.forget(tablet.port)
  }

  // What the plan brings

  async #onEvent(event: PlanEvent): Promise<void> {
    switch (event.kind) {
      case 'act':
        return this.#act(event)
      case 'look':
        return this.#look(this.#tablet(event.tablet))
      case 'offline':
        return this.#cutLine(event)
      case 'outage':
        this.#say(() => `the server answers nothing but errors for ${event.durationMs} ms`)
        this.network.isOut = true
        this.#timeline.plan(event.durationMs, () => void (this.network.isOut = false))
        return
      case 'crash':
        return this.#crash(event)
      case 'storage-full': {
        const tablet = this.#tablet(event.tablet)
        if (tablet === undefined) return
        this.#say(() => `the storage of tablet ${tablet.index} is full for ${event.writes} writes`)
        await this.#send(tablet, { kind: 'fill-disk', writes: event.writes })
        return
      }
      case 'server-crash':
        if (!this.server.isUp) return
        this.#say(() => `the server crashes${event.isMid ? ' in the middle of a push' : ''}`)
        if (event.isMid) return this.server.armFailure(this.#random.between(0, 6))
        return this.#killServer(event.downMs)
      case 'clock': {
        const tablet = this.#tablet(event.tablet)
        this.#say(() => `the clock of tablet ${tablet?.index} steps by ${event.byMs} ms`)
        if (tablet === undefined) return
        tablet.skewMs += event.byMs
        tablet.steps.push({ atMs: this.#timeline.nowMs })
        return
      }
      case 'server-clock':
        this.#say(() => `the clock of the server steps by ${event.byMs} ms`)
        this.#serverSkewMs += event.byMs
        this.#serverSteps.push(this.#timeline.nowMs)
        return
      case 'privilege':
        return this.#changePrivilege(event)
      case 'membership':
        return this.#changeMembership(event)
      case 'session-end':
        return this.#endSession(event)
      case 'switch-user':
        return this.#switchUser(event)
      case 'backup':
        if (!this.server.isUp) return
        this.#say(() => 'a backup is made')
        await this.server.backUp()
        return this.#oracle.backUp()
      case 'restore':
        return this.#restore(event.downMs)
      case 'rest':
        return this.#restAct(event)
      case 'rogue':
        return this.#rogueAct(event)
    }
  }

  #tablet(index: number): Tablet | undefined {
    return this.#tablets[index]
  }

  async #act({ tablet: index, act }: Extract<PlanEvent, { kind: 'act' }>): Promise<void> {
    const tablet = this.#tablet(index)
    if (tablet === undefined || !tablet.isOpen) return
    const account = this.#accountOf(tablet)
    const reply = await this.#send(tablet, { kind: 'act', act, deleted: this.#oracle.listDeleted() })
    if (reply.act === undefined) return
    const { act: report } = reply
    this.#say(() => `${account} does #${act.token} ${act.kind}: ${report.state === 'written' ? (report.mutationId?.slice(-4) ?? 'nothing differs') : report.state} ${JSON.stringify(report.intents)}`)
    this.#oracle.onAct(account, this.#userId(tablet.user), report)
    if (reply.discardedRefusedId !== undefined) this.#oracle.onDiscarded(account, reply.discardedRefusedId)
  }

  async #look(tablet: Tablet | undefined): Promise<void> {
    if (tablet === undefined || !tablet.isOpen) return
    const { look } = await this.#send(tablet, { kind: 'look' })
    if (look !== undefined) this.#oracle.checkLook(look)
  }

  async #cutLine({ tablet: index, durationMs, isSilent }: Extract<PlanEvent, { kind: 'offline' }>): Promise<void> {
    const tablet = this.#tablet(index)
    if (tablet === undefined) return
    this.#say(() => `tablet ${index} is offline for ${durationMs} ms${isSilent ? ', and does not notice' : ''}`)
    tablet.line = isSilent ? 'silent' : 'none'
    tablet.lineUntilMs = this.#timeline.nowMs + durationMs
    this.network.cutLine(tablet.port, isSilent)
    if (!isSilent) await this.#send(tablet, { kind: 'wake', reason: 'offline' })
    this.#timeline.plan(durationMs, () => this.#mendLine(tablet, !isSilent))
  }

  async #mendLine(tablet: Tablet, isNoticed: boolean): Promise<void> {
    if (tablet.line === 'good' || this.#timeline.nowMs < tablet.lineUntilMs) return
    tablet.line = 'good'
    this.#say(() => `tablet ${tablet.index} is online`)
    if (isNoticed) await this.#send(tablet, { kind: 'wake', reason: 'online' })
  }

  async #crash({ tablet: index, writes, downMs }: Extract<PlanEvent, { kind: 'crash' }>): Promise<void> {
    const tablet = this.#tablet(index)
    if (tablet === undefined || !tablet.isOpen) return
    if (writes === null) await this.#send(tablet, { kind: 'crash' })
    else {
      this.#say(() => `tablet ${index} will crash at its write ${writes} from now`)
      await this.#send(tablet, { kind: 'arm-crash', writes })
    }
    this.#reopenLater(tablet, downMs)
  }

  /** Whenever the page is gone, somebody opens it again. */
  #reopenLater(tablet: Tablet, downMs: number): void {
    this.#timeline.plan(downMs, async () => {
      if (!tablet.isOpen) await this.#openPage(tablet)
      else if (this.#timeline.nowMs < startMs + this.#plan.durationMs) this.#reopenLater(tablet, downMs)
    })
  }

  async #killServer(downMs: number): Promise<void> {
    if (!this.server.isUp) return
    await this.server.kill()
    this.network.dropEverything()
    this.#timeline.plan(downMs, () => this.#startServer())
  }

  async #startServer(): Promise<void> {
    if (this.server.isUp) return
    this.#say(() => 'the server starts again')
    await this.server.start()
  }

  async #restore(downMs: number): Promise<void> {
    if (!this.#oracle.putBack()) return
    this.#say(() => 'the backup is put back')
    this.network.dropEverything()
    await this.server.putBack()
    await this.#killServer(downMs)
  }

  async #changePrivilege({ user, privilege, isHeld }: Extract<PlanEvent, { kind: 'privilege' }>): Promise<void> {
    if (!this.server.isUp) return
    const userId = this.#userId(user)
    const held = this.#oracle.model.privilegesByUser.get(userId) ?? new Set()
    if (held.has(privilege) === isHeld) return
    this.#say(() => `${userId} ${isHeld ? 'gets' : 'loses'} ${privilege}`)
    await this.server.setPrivilege(userId, privilege, isHeld)
    if (isHeld) held.add(privilege)
    else held.delete(privilege)
  }

  async #changeMembership({ user, shop, isMember }: Extract<PlanEvent, { kind: 'membership' }>): Promise<void> {
    if (!this.server.isUp) return
    const userId = this.#userId(user)
    const shopId = this.#shops[shop] ?? ''
    const shops = this.#oracle.model.shopsByUser.get(userId) ?? new Set()
    if (shops.has(shopId) === isMember) return
    this.#say(() => `${userId} ${isMember ? 'joins' : 'leaves'} ${shopId}`)
    await this.server.setMembership(userId, shopId, isMember)
    if (isMember) shops.add(shopId)
    else shops.delete(shopId)
  }

  async #endSession({ tablet: index, backMs }: Extract<PlanEvent, { kind: 'session-end' }>): Promise<void> {
    const tablet = this.#tablet(index)
    if (tablet === undefined) return
    this.#say(() => `the session of tablet ${index} ends`)
    await this.server.endSession(tablet.session)
    await rest()
    this.#timeline.plan(backMs, () => this.#signInAgain(tablet))
  }

  async #signInAgain(tablet: Tablet): Promise<void> {
    if (tablet.session.isValid) return
    this.#say(() => `${this.#accountOf(tablet)} signs in again`)
    tablet.session = await this.server.signIn(this.#userId(tablet.user))
    if (tablet.isOpen) await this.#send(tablet, { kind: 'resume' })
  }

  async #switchUser({ tablet: index, user, downMs }: Extract<PlanEvent, { kind: 'switch-user' }>): Promise<void> {
    const tablet = this.#tablet(index)
    if (tablet === undefined || tablet.user === user || !tablet.isOpen) return
    if (!(await this.#closePage(tablet, true))) return
    this.#timeline.plan(downMs, () => this.#openAs(tablet, user))
  }

  /** Signs out; what is unsent or refused stays on the tablet. False when the page crashed meanwhile. */
  async #closePage(tablet: Tablet, isWipe: boolean): Promise<boolean> {
    const account = this.#accountOf(tablet)
    const { left } = await this.#send(tablet, { kind: 'close', isWipe })
    this.#say(() => `${account} signs out; left: ${JSON.stringify(left)}`)
    if (left === undefined) return false
    if (tablet.isOpen) this.#endPage(tablet)
    await this.server.endSession(tablet.session)
    return true
  }

  async #openAs(tablet: Tablet, user: number): Promise<void> {
    if (tablet.isOpen) return
    tablet.user = user
    tablet.users.add(user)
    tablet.session = await this.server.signIn(this.#userId(user))
    await this.#openPage(tablet)
  }

  async #restAct({ user, act }: Extract<PlanEvent, { kind: 'rest' }>): Promise<void> {
    if (!this.server.isUp) return
    const made = createRestAct(this.#oracle.model, this.#shops, act)
    if (made === undefined) return
    const userId = this.#userId(user)
    const isApplied = await this.server.act(userId, made.shopId, made.ops, false).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
    this.#say(() => `REST by ${userId}: ${JSON.stringify(made.intents)} ${isApplied ? 'taken' : 'refused'}`)
    this.#oracle.onRest(userId, made.shopId, made.intents, isApplied, false)
  }

  async #rogueAct({ user, act }: Extract<PlanEvent, { kind: 'rogue' }>): Promise<void> {
    if (!this.server.isUp) return
    const userId = this.#userId(user)
    const made = createRogueAct(this.#oracle.model, this.#shops, act, this.#timeline.nowMs + this.#serverSkewMs)
    if (made === undefined) return
    this.#say(() => `a rogue client of ${userId} pushes ${JSON.stringify(made.mutation)}`)
    this.#oracle.addRogue(made.act, userId)
    const session = await this.server.signIn(userId)
    const now = new Date(this.#timeline.nowMs + this.#serverSkewMs).toISOString()
    await this.server.handle(session, { path: 'push', body: { deviceId: 'rogue', deviceTime: now, mutations: [made.mutation] } }, this.#timeline.nowMs)
  }

  // The end

  /** The network is good, the server is up, everybody is signed in; then nothing is done but waiting. */
  async #heal(): Promise<void> {
    this.#say(() => 'everything works again')
    this.network.faults = { drop: 0, loseAnswer: 0, duplicate: 0, slow: 0 }
    this.network.isOut = false
    await this.#startServer()
    this.server.armFailure(Number.MAX_SAFE_INTEGER)
    for (const tablet of this.#tablets) {
      tablet.lineUntilMs = 0
      await this.#mendLine(tablet, true)
      await this.#signInAgain(tablet)
      await this.#send(tablet, { kind: 'arm-crash', writes: undefined })
      await this.#send(tablet, { kind: 'fill-disk', writes: 0 })
      await this.#openPage(tablet)
    }
    // Another user's unsent work leaves when they are there again.
    for (const tablet of this.#tablets) {
      for (const user of tablet.users) {
        if (user === tablet.user) continue
        await this.#rest()
        await this.#change(tablet, user)
      }
    }
    await this.#rest()
  }

  async #change(tablet: Tablet, user: number): Promise<void> {
    await this.#closePage(tablet, false)
    await this.#openAs(tablet, user)
  }

  async #rest(): Promise<void> {
    await this.#timeline.runUntil(this.#timeline.nowMs + restMs)
    for (const tablet of this.#tablets) await this.#openPage(tablet)
  }

  async #check(): Promise<void> {
    this.#oracle.checkAllDecided()
    const checked = new Set<string>()
    await this.#checkTablets(checked)
    for (const tablet of this.#tablets) {
      for (const user of tablet.users) {
        if (checked.has(`${tablet.index}/${user}`)) continue
        await this.#change(tablet, user)
        await this.#rest()
        await this.#checkTablets(checked)
      }
    }
    const server = readServer(this.server.file)
    checkServer(this.#oracle, server, this.#isSteady, this.#serverSkewMs)
  }

  async #checkTablets(checked: Set<string>): Promise<void> {
    const server = readServer(this.server.file)
    for (const tablet of this.#tablets) {
      const { look } = await this.#send(tablet, { kind: 'look' })
      const { disk } = await this.#send(tablet, { kind: 'read-disk' })
      if (look === undefined || disk === undefined) throw new SimulationFailure(`tablet ${tablet.index} does not answer`)
      const userId = this.#userId(tablet.user)
      checkTablet(this.#oracle, server, { name: this.#accountOf(tablet), userId }, disk, look)
      checked.add(`${tablet.index}/${tablet.user}`)
    }
  }

  #isSteady = (account: string | undefined, fromMs: number, toMs: number): boolean => {
    const tablet = this.#tablets.find(({ index }) => account?.startsWith(`tablet ${index}/`))
    const steps = [...(tablet?.steps.map(({ atMs }) => atMs) ?? []), ...this.#serverSteps]
    // A server's step changes how its own times of before compare, so a run with one is not measured.
    return this.#serverSteps.length === 0 && !steps.some((atMs) => atMs >= fromMs && atMs <= toMs)
  }
}
