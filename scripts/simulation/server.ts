import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import {
  digestRequestSchema,
  pullRequestSchema,
  pushRequestSchema,
  type LiveRows,
  type PullRequest,
  type PullResponse,
  type PushRequest,
  type PushResponse,
  type RowState,
  type SessionUser,
} from '#schema/api/sync.ts'
import { type LeasedNumbers, leaseNumbersBody } from '#schema/api/numbers.ts'
import { parseInput } from '#schema/api/parse.ts'
import { AppError } from '#schema/errors.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { readCaller } from '#server/queries/people/read-caller.ts'
import { leaseNumbers } from '#server/commands/lease-numbers.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { digestRows } from '#server/feed/digest.ts'
import { readBootstrap } from '#server/queries/bootstrap.ts'
import { renewEpochs, startShopFeed } from '#server/store/sequence/epochs.ts'
import { goOnAbove, readNumberHeads } from '#server/store/sequence/number-heads.ts'
import { type LiveStream, openLive } from '#server/feed/live.ts'
import { FanOut } from '#server/events/fan-out.ts'
import { pullPage } from '#server/feed/pull.ts'
import { pushMutations } from '#server/feed/push.ts'
import { silentLog, type Services } from '#server/services.ts'
import { applyOps } from '#server/store/write.ts'
import type { WriteOp } from '#server/store/context.ts'
import type { Answer, RequestBody } from './protocol.ts'
import { rest } from './timeline.ts'

export type Session = { id: string; userId: string; isValid: boolean }

/** What the oracle hears of the server: in the order in which it commits. */
export type ServerListener = {
  onPushed: (userId: string, request: PushRequest, response: PushResponse, sentAtMs: number, stepAtById: ReadonlyMap<string, number>) => void
  onPulled: (userId: string, request: PullRequest, response: PullResponse) => void
  onRowsSent: (userId: string, rows: LiveRows) => void
  /** A push was not taken, because its device knows more. */
  onSetBack: () => void
  onDigest: (isMoved: boolean) => void
  onLeased: (shopId: string, range: LeasedNumbers) => void
  onInternal: (message: string) => void
}

let template: { folder: string; file: string } | undefined

/** An empty database with its tables, made once: a run copies it. */
async function readTemplate(): Promise<string> {
  if (template === undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), 'mainspring-simulation-'))
    template = { folder, file: path.join(folder, 'template.db') }
    // Also when the pool ends the process early.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const { close } = await openDatabase({ file: template.file })
    await close()
  }
  return template.file
}

export async function removeTemplate(): Promise<void> {
  if (template !== undefined) await rm(template.folder, { recursive: true, force: true })
  template = undefined
}

/** The server core on a real SQLite file, without HTTP; it can be killed, and its file be replaced by a backup. */
export class SimulatedServer {
  readonly #folder: string
  readonly #file: string
  readonly #clock: () => number
  readonly #listener: ServerListener
  #open: OpenDatabase | undefined
  #services: Services | undefined
  #ids = 0
  #idsUntilFailure: number | undefined
  #pushes = 0
  #stopStreams = new Set<() => void>()
  readonly sessions = new Map<string, Session>()

  private constructor(folder: string, clock: () => number, listener: ServerListener) {
    this.#folder = folder
    this.#file = path.join(folder, 'shop.db')
    this.#clock = clock
    this.#listener = listener
  }

  static async create(clock: () => number, listener: ServerListener): Promise<SimulatedServer> {
    const from = await readTemplate()
    const folder = await mkdtemp(path.join(path.dirname(from), 'run-'))
    const server = new SimulatedServer(folder, clock, listener)
    await copyFile(from, server.#file)
    await server.start()
    return server
  }

  get isUp(): boolean {
    return this.#services !== undefined
  }

  get file(): string {
    return this.#file
  }

  get services(): Services {
    if (this.#services === undefined) throw new Error('The server is down')
    return this.#services
  }

  newId = (): string => {
    if (this.#pushes > 0 && this.#idsUntilFailure !== undefined && this.#idsUntilFailure-- <= 0) {
      this.#idsUntilFailure = undefined
      throw Object.assign(new Error('The machine lost its power'), { code: 'SQLITE_IOERR' })
    }
    const hex = (++this.#ids).toString(16).padStart(12, '0')
    return `00000000-0000-7000-8000-${hex}`
  }

  /** The next push that makes `ids` more ids dies in the middle of its transaction. */
  armFailure(ids: number): void {
    this.#idsUntilFailure = ids
  }

  async start(): Promise<void> {
    this.#open = await openDatabase({ file: this.#file })
    const { db, reader } = this.#open
    // A power cut of the machine is not simulated here, and waiting for the disk would take most of the time.
    await db.executeQuery(CompiledQuery.raw('pragma synchronous = off'))
    const log = { ...silentLog, error: (fields: Record<string, unknown>, message: string) => this.#listener.onInternal(`${message}: ${String(fields['err'])}`) }
    log.warn = (fields: Record<string, unknown>, message: string) =>
      message === 'digest mismatch' ? this.#listener.onInternal(`${message}: ${JSON.stringify(fields)}`) : undefined
    // Timed by the simulation's own clock alone, or no seed would run the same way twice.
    const bus = new FeedBus(new FanOut({ nextRound: () => Promise.resolve(), readCpuMs: () => 0 }))
    this.#services = { db, reader, clock: () => new Date(this.#clock()), newId: this.newId, bus, log, metrics: new Metrics() }
    for (const session of this.sessions.values()) if (session.isValid) await this.#storeSession(session)
  }

  /** Every stream ends; what was committed stays. */
  async kill(): Promise<void> {
    const services = this.#services
    if (services === undefined) return
    this.#services = undefined
    this.#idsUntilFailure = undefined
    for (const stop of this.#stopStreams) stop()
    this.#stopStreams.clear()
    services.bus.close()
    await rest()
    await this.#open?.close()
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Answers how far the feed of each shop had come. */
  async backUp(): Promise<Map<string, number>> {
    const backup = path.join(this.#folder, 'backup.db')
    await rm(backup, { force: true })
    await this.services.db.executeQuery(CompiledQuery.raw(`vacuum into '${backup}'`))
    const counters = await this.services.reader.selectFrom('shop_feed').select(['shop_id', 'seq']).execute()
    return new Map(counters.map((counter) => [counter.shop_id, counter.seq]))
  }

  /** Stops, puts the backup in the place of the database, and gives every feed a new epoch if somebody meant it. */
  async putBack(isOnPurpose: boolean): Promise<void> {
    await this.kill()
    const heads = readNumberHeads(this.#file)
    for (const suffix of ['', '-wal', '-shm']) await rm(`${this.#file}${suffix}`, { force: true })
    await copyFile(path.join(this.#folder, 'backup.db'), this.#file)
    await this.start()
    if (!isOnPurpose) return
    await renewEpochs(this.services.db, this.newId)
    await goOnAbove(this.services.db, heads)
  }

  async signIn(userId: string): Promise<Session> {
    const session: Session = { id: this.newId(), userId, isValid: true }
    this.sessions.set(session.id, session)
    if (this.isUp) await this.#storeSession(session)
    return session
  }

  async #storeSession({ id, userId }: Session): Promise<void> {
    const late = '9000-01-01T00:00:00.000Z'
    await this.services.db
      .insertInto('sessions')
      .values({ id, sid_hash: id, user_id: userId, created_at: late, last_seen_at: late, expires_at: late, absolute_expires_at: late })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async endSession(session: Session): Promise<void> {
    session.isValid = false
    if (!this.isUp) return
    await this.services.db.deleteFrom('sessions').where('id', '=', session.id).execute()
    this.services.bus.endSession(session.id)
  }

  // People and shops, as administration's commands store them

  async addShop(name: string): Promise<string> {
    const id = this.newId()
    await this.services.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('shops')
        .values({ id, name, code: name.replace(' ', '-'), created_at: this.#instant() })
        .execute()
      await startShopFeed(trx, id, this.newId)
    })
    return id
  }

  async addUser(shopIds: readonly string[], privileges: readonly string[]): Promise<string> {
    const id = this.newId()
    await this.services.db.insertInto('users').values({ id, login_id: id, password_hash: '-', name: 'Somebody', created_at: this.#instant() }).execute()
    for (const shopId of shopIds) await this.setMembership(id, shopId, true)
    for (const privilege of privileges) await this.setPrivilege(id, privilege, true)
    return id
  }

  async addEntity(): Promise<string> {
    const id = this.newId()
    await this.services.db.insertInto('entities').values({ id, entity_name: 'Owner', contact_name: 'Owner', created_at: this.#instant() }).execute()
    return id
  }

  async setMembership(userId: string, shopId: string, isMember: boolean): Promise<void> {
    const { db, bus } = this.services
    if (isMember) await db.insertInto('shop_users').values({ id: this.newId(), shop_id: shopId, user_id: userId, created_at: this.#instant() }).execute()
    else await db.deleteFrom('shop_users').where('shop_id', '=', shopId).where('user_id', '=', userId).execute()
    bus.announceAccess(userId)
    await rest()
  }

  async setPrivilege(userId: string, name: string, isHeld: boolean): Promise<void> {
    const { db, bus } = this.services
    const id = privilegeRows.find(({ privilegeName }) => privilegeName === name)?.id
    if (id === undefined) throw new Error(`There is no privilege ${name}`)
    if (isHeld) await db.insertInto('users_privileges').values({ id: this.newId(), user_id: userId, privilege_id: id }).execute()
    else await db.deleteFrom('users_privileges').where('user_id', '=', userId).where('privilege_id', '=', id).execute()
    bus.announceAccess(userId)
    await rest()
  }

  #instant(): string {
    return new Date(this.#clock()).toISOString()
  }

  /** One request as it arrives. `died`: the process ended while it worked on it. */
  async handle(session: Session, request: RequestBody, sentAtMs: number): Promise<Answer | 'died'> {
    if (!session.isValid) return { state: 'signed-out' }
    const { services } = this
    try {
      const caller = await readCaller(services.reader, session.userId)
      const sent = toWire(request)
      switch (sent.path) {
        case 'bootstrap': {
          const user = toSessionUser(session.userId)
          return { state: 'ok', body: toWire(await readBootstrap(services, { userId: session.userId, user, expiresAt: '9000-01-01T00:00:00.000Z' }, caller)) }
        }
        case 'pull': {
          const body = toWire(await pullPage(services, caller, parseInput(pullRequestSchema, sent.body)))
          this.#listener.onPulled(session.userId, sent.body, body)
          return { state: 'ok', body }
        }
        case 'digest': {
          const body = toWire(await digestRows(services, caller, digestRequestSchema.parse(sent.body), () => undefined))
          this.#listener.onDigest(body.isMoved)
          return { state: 'ok', body }
        }
        case 'numbers': {
          const body = await leaseNumbers(services, caller, parseInput(leaseNumbersBody, sent.body))
          this.#listener.onLeased(sent.body.shopId, body)
          return { state: 'ok', body }
        }
        case 'push':
          return { state: 'ok', body: await this.push(session.userId, caller, sent.body, sentAtMs) }
      }
    } catch (error) {
      if (error instanceof AppError) return { state: 'refused', code: error.code, message: error.message }
      if (error instanceof Error && 'code' in error && error.code === 'SQLITE_IOERR') return 'died'
      throw error
    }
  }

  /** `sentAtMs`: virtual time at which the device sent it. */
  async push(userId: string, caller: Caller, request: PushRequest, sentAtMs: number): Promise<PushResponse> {
    this.#pushes++
    const answer = await pushMutations(this.services, caller, parseInput(pushRequestSchema, request)).finally(() => this.#pushes--)
    const body = toWire(answer)
    if (body.setBack === undefined) this.#listener.onPushed(userId, request, body, sentAtMs, await this.#readStepTimes(request))
    else this.#listener.onSetBack()
    return body
  }

  /** As the ledger has them, which the oracle compares with the true ones at the end. */
  async #readStepTimes({ mutations }: PushRequest): Promise<Map<string, number>> {
    const ids = mutations.map(({ id }) => id)
    const rows = await this.services.reader.selectFrom('mutations').select(['id', 'act_at']).where('id', 'in', ids).execute()
    return new Map(rows.map((row) => [row.id, Date.parse(row.act_at)]))
  }

  /** A step by REST or of the server's own commands. */
  async write(userId: string, shopId: string, ops: WriteOp[], isAdministration: boolean): Promise<RowState[]> {
    const caller = await readCaller(this.services.reader, userId)
    const shopIds = isAdministration ? new Set([shopId]) : caller.shopIds
    return applyOps(this.services, { ...caller, shopIds, origin: isAdministration ? 'administration' : 'rest' }, shopId, ops)
  }

  /** Rows that a live stream of the user brings. */
  toRows(userId: string, json: string): LiveRows {
    const rows = JSON.parse(json) as LiveRows
    this.#listener.onRowsSent(userId, rows)
    return rows
  }

  async openLive(session: Session, stream: LiveStream): Promise<(() => void) | undefined> {
    if (!session.isValid) return undefined
    const caller = await readCaller(this.services.reader, session.userId)
    const stop = openLive(this.services, { id: session.id, userId: session.userId }, caller, stream)
    this.#stopStreams.add(stop)
    return () => {
      this.#stopStreams.delete(stop)
      stop()
    }
  }
}

const toWire = <Body>(body: Body): Body => JSON.parse(JSON.stringify(body)) as Body

const toSessionUser = (id: string): SessionUser => ({
  id,
  name: null,
  login_id: id,
  email: null,
  phone: null,
  countryCode: null,
  alternatePhone: null,
  alternateCountryCode: null,
})
