import { createRandom, type Random } from '#scripts/demo/random.ts'
import { AppError } from '#schema/errors.ts'
import { Oracle, SimulationFailure, toFailure } from './oracle/oracle.ts'
import { checkServer, checkTablet, readLocalFiles, readServer } from './oracle/oracle-final.ts'
import type { LocalFile } from './oracle/oracle-files.ts'
import { checkBalances } from './oracle/oracle-money.ts'
import type { Coverage } from './coverage.ts'
import { Fleet, type World } from './fleet.ts'
import { Network } from './network.ts'
import type { Plan, PlanEvent } from './plan.ts'
import { addSecondTablet, carryUnsent, copyProfile, createFiles, createRestStep, createRogueStep, findFile } from './other-steps.ts'
import { pressLink, sendEstimate } from './bench/estimate-events.ts'
import { MessageRounds } from './messages/message-rounds.ts'
import { SimulatedServer } from './server.ts'
import { setUpShops } from './set-up.ts'
import type { TabletHost } from './tablet/tablet.ts'
import { takeTimers, Timeline } from './timeline.ts'

export type RunResult = { seed: number; failure: string | undefined; trace: string[]; mutations: number; steps: number; coverage: Coverage }

const startMs = Date.parse('2026-03-02T09:00:00.000Z')
const minuteMs = 60_000
/** Longer than the device's longest pause and its rhythm of pulling together. */
const restMs = 7 * minuteMs

/** Runs one plan to its end. Everything that happens is decided by the plan's seed. */
export async function runPlan(plan: Plan, hosts: readonly TabletHost[], options: { withTrace: boolean }): Promise<RunResult & { areClean: boolean }> {
  const timeline = new Timeline()
  timeline.nowMs = startMs
  const giveTimersBack = takeTimers(timeline)
  const simulation = new Simulation(plan, hosts, timeline, options.withTrace)
  let failure: string | undefined
  try {
    await simulation.run()
  } catch (error) {
    failure = error instanceof SimulationFailure ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const areClean = await simulation.end()
  giveTimersBack()
  return { ...simulation.result(failure), areClean }
}

class Simulation implements World {
  readonly seed: number
  readonly endMs: number
  readonly #plan: Plan
  readonly #fleet: Fleet
  readonly timeline: Timeline
  readonly #random: Random
  readonly oracle: Oracle
  readonly #trace: string[] | undefined
  #server: SimulatedServer | undefined
  #network: Network | undefined
  #serverSkewMs: number
  #serverClockSteps: number[] = []
  #messages: MessageRounds | undefined
  users: readonly string[] = []
  #shops: string[] = []
  /** By account, what its tablet keeps for the server at the end. */
  readonly #localFiles = new Map<string, LocalFile[]>()

  constructor(plan: Plan, hosts: readonly TabletHost[], timeline: Timeline, withTrace: boolean) {
    this.#plan = plan
    this.seed = plan.seed
    this.endMs = startMs + plan.durationMs
    this.#fleet = new Fleet(hosts, this)
    this.timeline = timeline
    this.#random = createRandom(plan.seed + 7)
    this.#serverSkewMs = 0
    this.oracle = new Oracle(
      () => timeline.nowMs,
      () => timeline.nowMs + this.#serverSkewMs,
    )
    this.#trace = withTrace ? [] : undefined
  }

  result(failure: string | undefined): RunResult {
    return {
      seed: this.#plan.seed,
      failure,
      trace: this.#trace ?? [],
      mutations: this.oracle.steps.size,
      steps: this.#fleet.steps,
      coverage: this.oracle.coverage,
    }
  }

  say = (line: () => string): void => {
    this.#trace?.push(`${((this.timeline.nowMs - startMs) / 1_000).toFixed(3).padStart(9)} ${line()}`)
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
    this.#server = await SimulatedServer.create(this.#plan.engine, {
      clock: () => this.timeline.nowMs + this.#serverSkewMs,
      listener: this.oracle,
      random: createRandom(this.seed + 11),
    })
    this.timeline.settle = this.server.hasSeveralNodes ? this.server.settle : undefined
    const { users, shops } = await setUpShops(this.server, this.oracle, this.#plan)
    this.users = users
    this.#shops = shops
    this.#network = new Network({
      timeline: this.timeline,
      random: this.#random,
      server: this.server,
      faults: this.#plan.faults,
      onDeath: () => this.#onDeath(5_000),
      trace: this.say,
      note: (mark) => this.oracle.note(mark),
    })
    this.network.onPushAnswered = (ids, isStored) => this.oracle.onAnswered(ids, isStored)
    for (const [index, { user, skewMs }] of this.#plan.tablets.entries()) await this.#fleet.addTablet(index, user, skewMs)
    this.#followMessages()
    for (const event of this.#plan.events) this.timeline.plan(event.at, () => this.#onEvent(event))
    await this.timeline.runUntil(this.endMs)
    await this.#heal()
    await this.#check()
  }

  /** Closes what is open, whatever state it is in. False when a page would not go. */
  async end(): Promise<boolean> {
    let areClean = true
    for (const tablet of this.#fleet.tablets) {
      await this.#fleet.send(tablet, { kind: 'crash' }).catch(() => void (areClean = false))
    }
    await this.#server?.remove()
    return areClean
  }

  // What the plan brings

  async #onEvent(event: PlanEvent): Promise<void> {
    switch (event.kind) {
      case 'step':
        return this.#fleet.write(event)
      case 'look':
        return this.#fleet.look(this.#fleet.tablets[event.tablet])
      case 'offline':
        return this.#fleet.cutLine(event)
      case 'outage':
        this.say(() => `the server answers nothing but errors for ${event.durationMs} ms`)
        this.network.isOut = true
        this.timeline.plan(event.durationMs, () => void (this.network.isOut = false))
        return
      case 'crash':
        return this.#fleet.crash(event)
      case 'storage-full': {
        const tablet = this.#fleet.tablets[event.tablet]
        if (tablet === undefined) return
        this.say(() => `the storage of tablet ${tablet.index} is full for ${event.writes} writes`)
        this.oracle.note('tablet: storage full')
        this.oracle.mayForgetSent([...tablet.users].map((user) => this.#fleet.accountOf({ ...tablet, user })))
        await this.#fleet.send(tablet, { kind: 'fill-disk', writes: event.writes })
        return
      }
      case 'storage-cleared': {
        const tablet = this.#fleet.tablets[event.tablet]
        if (tablet?.isOpen === true) await this.#fleet.clearStorage(tablet)
        return
      }
      case 'node-fault':
        this.say(() => `${event.fault}: something breaks at statement ${event.statements} of a push`)
        this.server.armFault(event.fault, event)
        return
      case 'node-crash':
        return this.#crashNode(event)
      case 'connections-end':
        if (!this.server.isUp) return
        this.say(() => 'all connections to the database end')
        this.oracle.note('nodes: connections ended at rest')
        return this.server.endConnections()
      case 'database-restart':
        this.say(() => 'the database restarts')
        this.oracle.note('nodes: the database restarted at rest')
        return this.server.restartDatabase()
      case 'server-crash':
        if (!this.server.isUp) return
        this.say(() => `the server crashes${event.isMid ? ' in the middle of a push' : ''}`)
        if (event.isMid) return this.server.armFailure(this.#random.between(0, 6))
        this.oracle.note('server: killed')
        return this.#killServer(event.downMs)
      case 'clock': {
        const tablet = this.#fleet.tablets[event.tablet]
        this.say(() => `the clock of tablet ${tablet?.index} steps by ${event.byMs} ms`)
        if (tablet === undefined) return
        this.oracle.note('tablet: clock stepped')
        tablet.skewMs += event.byMs
        tablet.clockSteps.push({ atMs: this.timeline.nowMs })
        return
      }
      case 'server-clock':
        this.say(() => `the clock of the server steps by ${event.byMs} ms`)
        this.oracle.note('server: clock stepped')
        this.#serverSkewMs += event.byMs
        this.#serverClockSteps.push(this.timeline.nowMs)
        return
      case 'privilege':
        return this.#changePrivilege(event)
      case 'membership':
        return this.#changeMembership(event)
      case 'session-end':
        return this.#fleet.endSession(event)
      case 'switch-user':
        return this.#fleet.switchUser(event)
      case 'backup':
        if (!this.server.isUp) return
        this.say(() => 'a backup is made')
        this.oracle.note('server: backup made')
        return this.oracle.backUp(await this.server.backUp())
      case 'restore':
        return this.#restore(event)
      case 'rest':
        return this.#restStep(event)
      case 'server-full':
        this.say(() => `the server has no room for ${event.uploads} contents`)
        this.oracle.note('server: no room for a content')
        return this.server.fill(event.uploads)
      case 'fill-order':
        return this.#fillOrder(event)
      case 'clone':
        return copyProfile(this.#fleet, this, this.#fleet.tablets[event.tablet])
      case 'second-tablet':
        return addSecondTablet(this.#fleet, this, this.#fleet.tablets[event.tablet])
      case 'carry':
        return carryUnsent(this.#fleet, this, this.#fleet.tablets[event.tablet])
      case 'rogue-file':
        return this.#rogueFile(event)
      case 'rogue':
        return this.#rogueStep(event)
      case 'estimate-send':
        return sendEstimate(this.#fleet, this, event)
      case 'estimate-press':
        return pressLink(this.#fleet, this, event)
      case 'carrier-trouble':
        return this.#messages?.trouble(event)
      case 'worker-death':
        return this.#messages?.armDeath(event)
    }
  }

  #followMessages(): void {
    const plan = this.#plan.messages
    if (plan === undefined) return
    const die = async (place: number, downMs: number): Promise<void> => {
      if (this.server.hasSeveralNodes) return this.#crashNode({ node: place, downMs })
      await this.#killServer(downMs)
    }
    this.#messages = new MessageRounds(this, { plan, shops: this.#shops, die })
    this.#messages.begin()
  }

  async #killServer(downMs: number): Promise<void> {
    if (!this.server.isUp) return
    await this.server.kill()
    this.network.dropEverything()
    this.timeline.plan(downMs, () => this.#startServer())
  }

  /** Something died over a request: where there are several, one node, whose others go on. */
  async #onDeath(downMs: number): Promise<void> {
    if (!this.server.hasSeveralNodes) return this.#killServer(downMs)
    this.timeline.plan(downMs, () => this.#startServer())
  }

  async #crashNode({ node, downMs }: Pick<Extract<PlanEvent, { kind: 'node-crash' }>, 'node' | 'downMs'>): Promise<void> {
    if (!(await this.server.killNode(node))) return
    this.say(() => `node ${node} dies`)
    this.oracle.note('nodes: a node killed at rest')
    this.timeline.plan(downMs, () => this.#startServer())
  }

  async #startServer(): Promise<void> {
    if (this.server.areAllUp) return
    this.say(() => 'the server starts again')
    await this.server.start()
  }

  async #restore({ downMs, isOnPurpose }: Extract<PlanEvent, { kind: 'restore' }>): Promise<void> {
    if (!this.oracle.putBack(isOnPurpose)) return
    this.say(() => `the backup is put back${isOnPurpose ? '' : ', and nobody says so'}`)
    this.oracle.note(isOnPurpose ? 'server: backup put back' : 'server: set back')
    this.network.dropEverything()
    await this.server.putBack(isOnPurpose)
    await this.#killServer(downMs)
  }

  async #changePrivilege({ user, privilege, isHeld }: Extract<PlanEvent, { kind: 'privilege' }>): Promise<void> {
    if (!this.server.isUp) return
    const userId = this.#fleet.userId(user)
    const held = this.oracle.model.privilegesByUser.get(userId) ?? new Set()
    if (held.has(privilege) === isHeld) return
    this.say(() => `${userId} ${isHeld ? 'gets' : 'loses'} ${privilege}`)
    this.oracle.note(`access: privilege ${isHeld ? 'given' : 'taken'}`)
    await this.server.setPrivilege(userId, privilege, isHeld)
    if (isHeld) held.add(privilege)
    else held.delete(privilege)
  }

  async #changeMembership({ user, shop, isMember }: Extract<PlanEvent, { kind: 'membership' }>): Promise<void> {
    if (!this.server.isUp) return
    const userId = this.#fleet.userId(user)
    const shopId = this.#shops[shop] ?? ''
    const shops = this.oracle.model.shopsByUser.get(userId) ?? new Set()
    if (shops.has(shopId) === isMember) return
    this.say(() => `${userId} ${isMember ? 'joins' : 'leaves'} ${shopId}`)
    this.oracle.note(`access: shop ${isMember ? 'given' : 'taken'}`)
    await this.server.setMembership(userId, shopId, isMember)
    if (!isMember) this.oracle.model.forgetNotices(userId, shopId)
    if (isMember) shops.add(shopId)
    else shops.delete(shopId)
    if (!isMember) this.oracle.forgive((step) => step.userId === userId && step.shopId === shopId)
  }

  async #restStep({ user, step }: Extract<PlanEvent, { kind: 'rest' }>): Promise<void> {
    if (!this.server.isUp) return
    const made = createRestStep(this.oracle.model, this.#shops, step)
    if (made === undefined) return
    const userId = this.#fleet.userId(user)
    const isApplied = await this.server.write(userId, made.shopId, made.ops, false).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
    this.say(() => `REST by ${userId}: ${JSON.stringify(made.intents)} ${isApplied ? 'taken' : 'refused'}`)
    this.oracle.onRest(userId, made.shopId, made.intents, isApplied, false)
  }

  async #rogueStep({ user, step }: Extract<PlanEvent, { kind: 'rogue' }>): Promise<void> {
    if (!this.server.isUp) return
    const userId = this.#fleet.userId(user)
    const made = createRogueStep(this.oracle.model, this.#shops, step, this.timeline.nowMs + this.#serverSkewMs)
    if (made === undefined) return
    this.say(() => `a rogue client of ${userId} pushes ${JSON.stringify(made.mutation)}`)
    this.oracle.addRogue(made.step, userId)
    const session = await this.server.signIn(userId)
    const now = new Date(this.timeline.nowMs + this.#serverSkewMs).toISOString()
    await this.server.handle(session, { path: 'push', body: { deviceId: 'rogue', deviceTime: now, mutations: [made.mutation] } }, this.timeline.nowMs)
  }

  /** Somebody with a program of their own gives an order almost all the files that it can hold. */
  async #fillOrder({ roll, count }: Extract<PlanEvent, { kind: 'fill-order' }>): Promise<void> {
    const made = createFiles(this.oracle.model, this.#shops, roll, count, this.server)
    if (!this.server.isUp || made === undefined) return
    const userId = this.#fleet.userId(0)
    await this.server.write(userId, made.shopId, made.ops, true)
    this.oracle.onRest(userId, made.shopId, made.intents, true, true)
  }

  /** Somebody sends other bytes than a row names, or of a shop that is not theirs. */
  async #rogueFile({ user, roll }: Extract<PlanEvent, { kind: 'rogue-file' }>): Promise<void> {
    const file = findFile(this.oracle.model, this.#shops, roll)
    if (!this.server.isUp || file === undefined) return
    const session = await this.server.signIn(this.#fleet.userId(user))
    const base64 = Buffer.from([0xff, 0xd8, 0xff, 7]).toString('base64')
    const answer = await this.server.handle(session, { path: 'file-put', body: { ...file, part: 'content', base64 } }, this.timeline.nowMs)
    if (answer === 'died') return this.#onDeath(5_000)
    if (answer.state !== 'refused') throw new SimulationFailure(`A content that does not belong to attachments/${file.id} is answered ${answer.state}`)
    this.oracle.note('other: rogue content refused')
  }

  // The end

  /** The network is good, the server is up, everybody is signed in; then nothing is done but waiting. */
  async #heal(): Promise<void> {
    this.say(() => 'everything works again')
    this.network.faults = { drop: 0, loseAnswer: 0, duplicate: 0, slow: 0, foreign: 0 }
    this.network.isOut = false
    await this.#startServer()
    this.server.disarm()
    this.server.fill(0)
    this.#messages?.heal()
    for (const tablet of this.#fleet.tablets) {
      tablet.lineUntilMs = 0
      await this.#fleet.mendLine(tablet, true)
      await this.#fleet.signInAgain(tablet)
      await this.#fleet.send(tablet, { kind: 'arm-crash', writes: undefined })
      await this.#fleet.send(tablet, { kind: 'fill-disk', writes: 0 })
      await this.#fleet.openPage(tablet)
    }
    // Another user's unsent work leaves when they are there again.
    for (const tablet of this.#fleet.tablets) {
      for (const user of tablet.users) {
        if (user === tablet.user) continue
        await this.#rest()
        await this.#fleet.change(tablet, user)
      }
    }
    await this.#rest()
  }

  async #rest(): Promise<void> {
    await this.timeline.runUntil(this.timeline.nowMs + restMs)
    for (const tablet of this.#fleet.tablets) await this.#fleet.openPage(tablet)
  }

  async #check(): Promise<void> {
    this.oracle.checkAllDecided()
    const checked = new Set<string>()
    await this.#checkTablets(checked)
    for (const tablet of this.#fleet.tablets) {
      for (const user of tablet.users) {
        if (checked.has(`${tablet.index}/${user}`)) continue
        await this.#fleet.change(tablet, user)
        await this.#rest()
        await this.#checkTablets(checked)
      }
    }
    const serverSkewMs = this.#serverSkewMs
    await this.#messages?.finish((ms) => void (this.#serverSkewMs += ms))
    const server = await readServer(this.server.read)
    checkServer(this.oracle, server, { isSteady: this.#isSteady, serverSkewMs, localFiles: this.#localFiles })
    const balances = await this.server.readBalances()
    toFailure(() => checkBalances(this.oracle.model, balances))
  }

  async #checkTablets(checked: Set<string>): Promise<void> {
    const server = await readServer(this.server.read)
    for (const tablet of this.#fleet.tablets) {
      const { look } = await this.#fleet.send(tablet, { kind: 'look' })
      const { disk } = await this.#fleet.send(tablet, { kind: 'read-disk' })
      if (look === undefined || disk === undefined) throw new SimulationFailure(`tablet ${tablet.index} does not answer`)
      const userId = this.#fleet.userId(tablet.user)
      checkTablet(this.oracle, server, { name: this.#fleet.accountOf(tablet), userId }, disk, look)
      this.#localFiles.set(this.#fleet.accountOf(tablet), readLocalFiles(disk, userId))
      checked.add(`${tablet.index}/${tablet.user}`)
    }
  }

  #isSteady = (account: string | undefined, fromMs: number, toMs: number): boolean => {
    const tablet = this.#fleet.tablets.find(({ index }) => account?.startsWith(`tablet ${index}/`))
    const steps = [...(tablet?.clockSteps.map(({ atMs }) => atMs) ?? []), ...this.#serverClockSteps]
    // A server's step changes how its own times of before compare, so a run with one is not measured.
    return this.#serverClockSteps.length === 0 && !steps.some((atMs) => atMs >= fromMs && atMs <= toMs)
  }
}
