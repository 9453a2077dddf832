import {
  type BulkWriteRow,
  categorizeBulkWriteRows,
  type EventBulk,
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorageBulkWriteResponse,
  type RxStorageChangeEvent,
  type RxStorageCountResult,
  type RxStorageDefaultCheckpoint,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
  type RxStorageQueryResult,
  type StringKeys,
} from 'rxdb/plugins/core'
import { type Observable, Subject } from 'rxjs'
import type { PackedScan } from './packed-scan.ts'
import type { Decision, GroupOf, PackedStore } from './packed-store.ts'
import type { PackedDocument } from './packed-tables.ts'

/** Used by `LocalDatabase` directly, bypassing RxDB. */
export type PackedInternals = { store: PackedStore; scan: PackedScan }

type Changes<RxDocType> = EventBulk<RxStorageChangeEvent<RxDocumentData<RxDocType>>, RxStorageDefaultCheckpoint>

type DocumentStore = Pick<PackedStore, 'change' | 'find' | 'readAll' | 'purge' | 'clear'>

type Parts<RxDocType, Internals> = {
  documents: DocumentStore
  groupOf: GroupOf
  group: string
  primaryPath: StringKeys<RxDocumentData<RxDocType>>
  internals: Internals
  /** Moves deleted documents out of segments, so that a purge can remove them. */
  compact?: (signal: AbortSignal) => Promise<void>
  leave: () => void
}

export class PackedInstance<RxDocType, Internals extends object = PackedInternals> implements RxStorageInstance<
  RxDocType,
  Internals,
  object,
  RxStorageDefaultCheckpoint
> {
  readonly databaseName: string
  readonly collectionName: string
  readonly schema: Readonly<RxJsonSchema<RxDocumentData<RxDocType>>>
  readonly internals: Internals
  readonly options: object
  readonly primaryPath: StringKeys<RxDocumentData<RxDocType>>
  readonly #changes = new Subject<Changes<RxDocType>>()
  readonly #parts: Parts<RxDocType, Internals>
  readonly #ending = new AbortController()
  #closing: Promise<void> | undefined

  constructor(params: RxStorageInstanceCreationParams<RxDocType, object>, parts: Parts<RxDocType, Internals>) {
    this.databaseName = params.databaseName
    this.collectionName = params.collectionName
    this.schema = params.schema
    this.options = params.options
    this.primaryPath = parts.primaryPath
    this.internals = parts.internals
    this.#parts = parts
  }

  async bulkWrite(writes: BulkWriteRow<RxDocType>[], context: string): Promise<RxStorageBulkWriteResponse<RxDocType>> {
    this.#assertOpen()
    const { primaryPath } = this
    const primaries = writes.map(({ document }) => String(document[primaryPath]))
    const categorized = await this.#parts.documents.change(primaries, this.#parts.groupOf, (stored) => {
      const known = stored as unknown as Map<string, RxDocumentData<RxDocType>>
      const result = categorizeBulkWriteRows<RxDocType>(this, primaryPath as never, known, writes, context)
      const rows = [...result.bulkInsertDocs, ...result.bulkUpdateDocs]
      const puts = rows.map(({ document }) => ({ primary: String(document[primaryPath]), document: document as unknown as PackedDocument }))
      return { puts, result } satisfies Decision<typeof result>
    })
    const newest = categorized.newestRow?.document
    if (categorized.eventBulk.events.length > 0 && newest !== undefined) {
      const checkpoint = { id: String(newest[primaryPath]), lwt: newest._meta.lwt }
      this.#changes.next({ ...categorized.eventBulk, checkpoint })
    }
    return { error: categorized.errors }
  }

  async findDocumentsById(ids: string[], withDeleted: boolean): Promise<RxDocumentData<RxDocType>[]> {
    this.#assertOpen()
    const found = await this.#parts.documents.find(ids, this.#parts.groupOf)
    const documents = ids.flatMap((id) => found.get(id) ?? [])
    return documents.filter(({ _deleted }) => withDeleted || !_deleted) as unknown as RxDocumentData<RxDocType>[]
  }

  async query({ query }: PreparedQuery<RxDocType>): Promise<RxStorageQueryResult<RxDocType>> {
    this.#assertOpen()
    const isMatch = getQueryMatcher<RxDocType>(this.schema, query)
    // Replication queries ask for deleted documents too.
    const documents = (await this.#parts.documents.readAll(this.#parts.group)) as unknown as RxDocumentData<RxDocType>[]
    const found = documents.filter(isMatch)
    found.sort(getSortComparator<RxDocType>(this.schema, query))
    const skip = query.skip ?? 0
    return { documents: found.slice(skip, query.limit === undefined ? undefined : skip + query.limit) }
  }

  async count(preparedQuery: PreparedQuery<RxDocType>): Promise<RxStorageCountResult> {
    const { documents } = await this.query(preparedQuery)
    return { count: documents.length, mode: 'slow' }
  }

  async getAttachmentData(): Promise<Blob> {
    throw new Error('The packed storage holds no attachments')
  }

  changeStream(): Observable<Changes<RxDocType>> {
    this.#assertOpen()
    return this.#changes.asObservable()
  }

  /** `minimumDeletedTime` in milliseconds. */
  async cleanup(minimumDeletedTime: number): Promise<boolean> {
    this.#assertOpen()
    const before = Date.now() - minimumDeletedTime
    const isMeant = ({ _meta }: PackedDocument): boolean => _meta.lwt <= before
    const { documents, group, compact } = this.#parts
    if (await documents.purge(group, isMeant)) return true
    // Segments may still hold earlier states of deleted documents.
    await compact?.(this.#ending.signal)
    return documents.purge(group, isMeant)
  }

  async remove(): Promise<void> {
    this.#assertOpen()
    await this.#parts.documents.clear(this.#parts.group)
    await this.close()
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.#ending.abort()
      this.#changes.complete()
      this.#parts.leave()
    })()
    return this.#closing
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new Error(`${this.databaseName}/${this.collectionName} is closed`)
  }
}
