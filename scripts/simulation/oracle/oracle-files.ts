import type { Mutation } from '#schema/api/sync.ts'
import type { AddedFile, Intent } from '../protocol.ts'
import type { Model } from './oracle-model.ts'

type SqlRow = Record<string, string | number | null | Uint8Array>
/** What waits on a device, as its database holds it. */
export type LocalFile = { id: string; draftKey: string | null; orderId: string | null; trouble: string | null }

/** A content that somebody added at a tablet. */
type KnownFile = AddedFile & {
  account: string
  /** The tablet said that it keeps it. */
  isKept: boolean
  /** Its device lost it with all that the browser kept, or the server with its database: it may come or not. */
  isForgiven: boolean
}

/** Contents of files: where each was added, what the server has of it, and what must come of it in the end. */
export class FileBook {
  readonly #files = new Map<string, KnownFile>()

  onAdded(account: string, file: AddedFile, isKept: boolean): void {
    this.#files.set(file.id, { ...file, account, isKept, isForgiven: false })
  }

  /** The step of a mutation that a device wrote by itself: rows of contents that were added there, also at a later start. */
  findStep({ ops, shopId }: Mutation): { account: string; shopId: string; intents: Intent[] } | undefined {
    const files = ops.map((op) => (op.action === 'create' && op.collection === 'attachments' ? this.#files.get(op.id) : undefined))
    const [first] = files
    if (first === undefined || files.some((file) => file?.shopId !== shopId || file.account !== first.account)) return undefined
    const intents = files.flatMap((file): Intent[] =>
      file === undefined ? [] : [{ action: 'create', collection: 'attachments', id: file.id, values: file.values }],
    )
    return { account: first.account, shopId, intents }
  }

  /** The server has taken a content. @throws Error when nobody may have sent it */
  checkTaken(id: string, base64: string): void {
    const file = this.#files.get(id)
    if (file === undefined || file.isDamaged || file.base64 !== base64) throw new Error(`The server took a content that does not belong to attachments/${id}`)
  }

  /** What the account's device keeps of files went, all but what the server has. */
  forgive(model: Model, isMeant: (account: string) => boolean): void {
    for (const [id, file] of this.#files)
      if (isMeant(file.account) && model.find('attachments', id)?.values['isStored'] !== true) this.#files.set(id, { ...file, isForgiven: true })
  }

  /** A backup was put back: what devices had handed over since is lost with it. */
  goBack(before: Model, after: Model): void {
    for (const [id, file] of this.#files) {
      const [had, has] = [before, after].map((model) => model.find('attachments', id))
      if (had !== undefined && (has === undefined || had.values['isStored'] !== has.values['isStored'])) this.#files.set(id, { ...file, isForgiven: true })
    }
  }

  /** Each content is there once, byte by byte, and no row says so of one that is not. @throws Error */
  checkServer(model: Model, contents: readonly SqlRow[], waiting: ReadonlyMap<string, readonly LocalFile[]>): void {
    const contentById = new Map(contents.map((row) => [String(row['attachment_id']), Buffer.from(row['content'] as Uint8Array).toString('base64')]))
    for (const row of model.rows.values()) {
      if (row.collection !== 'attachments') continue
      const content = contentById.get(row.id)
      if ((row.values['isStored'] === true) !== (content !== undefined))
        throw new Error(`The content of attachments/${row.id} is ${content === undefined ? 'not ' : ''}there`)
      const file = this.#files.get(row.id)
      if (content !== undefined && file?.base64 !== content) throw new Error(`attachments/${row.id} has another content than was added`)
    }
    for (const [id, file] of this.#files) if (file.isKept && !file.isForgiven) this.#checkArrived(model, id, file, waiting.get(file.account) ?? [])
  }

  #checkArrived(model: Model, id: string, file: KnownFile, waiting: readonly LocalFile[]): void {
    const row = model.find('attachments', id)
    const local = waiting.find((one) => one.id === id)
    if (row?.values['isStored'] === true) return
    if (local === undefined) throw new Error(`attachments/${id} was added at ${file.account}, and its content is neither there nor on the server`)
    if (local.trouble !== null) return
    if (row !== undefined && !row.isDeleted && model.callerOf(file.userId).shops.has(file.shopId))
      throw new Error(`The content of attachments/${id} waits on ${file.account}, though nothing holds it up`)
  }
}
