import type { Mutation } from '#schema/api/sync.ts'
import type { AddedFile, Intent } from '../protocol.ts'
import { fail } from './failure.ts'
import type { Model } from './model.ts'

/** What waits on a device, as its database holds it. */
export type LocalFile = { id: string; trouble: string | null }

/** `isKept`: the tablet said that it keeps it. `isForgiven`: the server lost it with its database. */
type KnownFile = AddedFile & { account: string; isKept: boolean; isForgiven: boolean }

/** Contents of files: where each was added, what the server has of it, and what must come of it in the end. */
export class FileModel {
  readonly #files = new Map<string, KnownFile>()

  onAdded(account: string, file: AddedFile, isKept: boolean): void {
    this.#files.set(file.id, { ...file, account, isKept, isForgiven: false })
  }

  /** The step of a mutation that a device wrote by itself: the row of a content that was added there, also at a later start. */
  findStep({ ops, shopId }: Mutation): { account: string; shopId: string; intents: Intent[] } | undefined {
    const files = ops.map(({ id, collection }) => (collection === 'attachments' ? this.#files.get(id) : undefined)).filter((file) => file !== undefined)
    const [first] = files
    if (first === undefined || ops.some(({ action }) => action !== 'create') || files.length < ops.length) return undefined
    const intents = files.map(({ id, values }) => ({ action: 'create' as const, collection: 'attachments', id, values }))
    return { account: first.account, shopId, intents }
  }

  /** The server has taken a content. */
  checkTaken(id: string, base64: string): void {
    if (this.#files.get(id)?.base64 !== base64) fail(`The server took a content that does not belong to attachments/${id}`)
  }

  /** A backup was put back: what devices had handed over since is lost with it. */
  goBack(before: Model, after: Model): void {
    for (const [id, file] of this.#files) {
      const [had, has] = [before, after].map((model) => model.find('attachments', id))
      if (had !== undefined && had.values['isStored'] !== has?.values['isStored']) this.#files.set(id, { ...file, isForgiven: true })
    }
  }

  /** Each content is there once, byte by byte, and no row says so of one that is not. */
  check(model: Model, contents: readonly Record<string, unknown>[], waiting: ReadonlyMap<string, readonly LocalFile[]>): void {
    const contentById = new Map(contents.map((row) => [String(row['attachment_id']), Buffer.from(row['content'] as Uint8Array).toString('base64')]))
    for (const { collection, id, values } of model.rows.values()) {
      const content = contentById.get(id)
      if (collection === 'attachments' && (values['isStored'] === true) !== (content !== undefined))
        fail(`The content of attachments/${id} is ${content === undefined ? 'not ' : ''}there`)
      if (content !== undefined && this.#files.get(id)?.base64 !== content) fail(`attachments/${id} has another content than was added`)
    }
    for (const { id, account, isKept, isForgiven } of this.#files.values()) {
      const [row, local] = [model.find('attachments', id), waiting.get(account)?.find((one) => one.id === id)]
      if (!isKept || isForgiven || row?.values['isStored'] === true) continue
      if (local === undefined) fail(`attachments/${id} was added at ${account}, and its content is neither there nor on the server`)
      if (local?.trouble === null && row?.isDeleted === false) fail(`The content of attachments/${id} waits on ${account}, though nothing holds it up`)
    }
  }
}
