import { z } from 'zod'
import { instantSchema, uuidSchema } from '../fields.ts'
import type { WireDocument } from '../collection.ts'
import type { CollectionName } from '../collections/index.ts'
import type { Json } from '../values/merge.ts'

/** Types only, so that devices do not bundle the zod schemas of answers. */
export type {
  Bootstrap,
  BootstrapAnswer,
  BootstrapShop,
  DigestAnswer,
  FirstPage,
  MessageRuleAnswer,
  MutationError,
  MutationResult,
  PullResponse,
  PushResponse,
  RowState,
  SessionUser,
  ShopConfig,
  StatusColors,
} from './answers/sync-answers.ts'

/** Version of the sync protocol (`/api/sync/*`). */
export const protocolVersion = 1
/** Oldest protocol still served. Devices send theirs as `?protocol=`; absent means 1. */
export const oldestServedProtocol = 1
export const pushMaxMutations = 500
export const pushMaxBytes = 1024 * 1024
export const mutationMaxBytes = 256 * 1024
export const mutationMaxOps = 500
const pullMaxLimit = 5_000
/** Newest activities per shop that a device without a checkpoint gets. */
export const activitiesOnDevice = 1_000

/** Not validated deeply: the value comes from JSON.parse, and walking it costs more than applying the mutation. */
const jsonSchema = z.custom<Json>((value) => value !== undefined, { error: 'A value is missing' })
const collectionNameSchema = z.string().max(64)
/** Excludes names that could touch an object's prototype; the write path checks them against the collection. */
const fieldNameSchema = z
  .string()
  .max(64, { abort: true })
  .regex(/^[A-Za-z][A-Za-z0-9]*$|^_deleted$/)

/** Feed position: a sequence number and the mark of the transaction that took it. */
const feedPlaceSchema = z.object({ seq: z.int().min(0), mark: z.string().max(64) })

export type FeedPlace = z.output<typeof feedPlaceSchema>

const seenAtSchema = z.array(feedPlaceSchema.extend({ epoch: z.string().max(64) })).max(32)

/** Maximum of own mutations that a deletion lists; if there are more, it lists none. */
export const ownMax = 500

export type SeenPlace = z.output<typeof seenAtSchema>[number]

/**
 * What the author of a deletion had seen of the row and its living dependents: `seq` by id, or one feed position up to
 * which they had seen everything.
 */
const seenSchema = z.union([z.int().min(0), z.record(uuidSchema(), z.int().min(0))])

/**
 * `seen`: refuse the deletion with CHANGED_SINCE if there are later changes, except by the author's `own` mutations (by
 * their device, if `own` is absent), whose numbers were not known yet. `anyway`: delete despite them; `anyway` holds
 * what the author had seen at first, and authors of later changes get a notice. `into`: for a customer, the customer
 * who takes over orders and devices. `deletion`: the one that a restore undoes; refuse with DELETED_TOO if another
 * deletion holds the row.
 */
export const opSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('create'),
    collection: collectionNameSchema,
    id: uuidSchema(),
    values: z.record(fieldNameSchema, jsonSchema),
  }),
  z.strictObject({
    action: z.literal('update'),
    collection: collectionNameSchema,
    id: uuidSchema(),
    changes: z.record(fieldNameSchema, z.strictObject({ from: jsonSchema, to: jsonSchema })),
  }),
  z.strictObject({
    action: z.literal('delete'),
    collection: collectionNameSchema,
    id: uuidSchema(),
    seen: seenSchema.optional(),
    seenAt: seenAtSchema.optional(),
    own: z.array(uuidSchema()).max(ownMax).optional(),
    anyway: seenSchema.optional(),
    into: uuidSchema().optional(),
  }),
  z.strictObject({ action: z.literal('restore'), collection: collectionNameSchema, id: uuidSchema(), deletion: uuidSchema().optional() }),
])

/** Operations applied all or none. `at`: time by the device's clock. */
export const mutationSchema = z.strictObject({
  id: uuidSchema(),
  shopId: uuidSchema(),
  at: instantSchema(),
  ops: z.array(opSchema).min(1).max(mutationMaxOps),
})

export type Op = z.output<typeof opSchema>
export type Mutation = z.output<typeof mutationSchema>

const knownPlacesMax = 500
const knownFeedSchema = z.object({ epoch: z.string().max(64), places: z.array(feedPlaceSchema).min(1).max(knownPlacesMax) })

export type KnownFeeds = Record<string, { epoch: string; places: FeedPlace[] }>

/** The envelope only: mutations are parsed one by one, so that an invalid one is refused alone. */
export const pushRequestSchema = z.object({
  deviceId: z.string().min(1).max(100),
  deviceTime: instantSchema(),
  mutations: z.array(z.unknown()).meta({ items: { $ref: '#/components/schemas/Mutation' }, maxItems: pushMaxMutations }),
  /**
   * Per shop, positions from earlier answers. A server restored to an older state applies nothing and answers up to
   * which position it agrees.
   */
  known: z.record(z.string().max(64), knownFeedSchema).optional(),
})

export type PushEnvelope = z.output<typeof pushRequestSchema>

export type PushRequest = { deviceId: string; deviceTime: string; mutations: Mutation[]; known?: KnownFeeds | undefined }

const shopCheckpointSchema = z.object({
  epoch: z.string().max(64),
  seq: z.int().min(0),
  /** Mark answered with the checkpoint. If the feed has another mark at `seq`, it was restored to an older state. */
  mark: z.string().max(64).optional(),
  /** Feed head when the last page was read, if beyond `seq`. Rows may have been received up to there, so its mark must match too. */
  reached: feedPlaceSchema.optional(),
  /** Feed position of rows received with answers to pushes. */
  answered: feedPlaceSchema.optional(),
})

export const pullRequestSchema = z.object({
  collection: collectionNameSchema,
  limit: z.int().min(1).max(pullMaxLimit),
  checkpoint: z.record(z.string().max(64), shopCheckpointSchema).default({}),
})

/** A pull as received; the collection may have any name. */
export type PullEnvelope = z.output<typeof pullRequestSchema>

/** Per shop: the feed's epoch, the `seq` of the last row received, and its transaction's mark if known. */
export type Checkpoint = Record<string, ShopCheckpoint>

export type ShopCheckpoint = {
  epoch: string
  seq: number
  mark?: string | undefined
  reached?: FeedPlace | undefined
  /** Only in requests; stored in the outbox. */
  answered?: FeedPlace | undefined
}

export type PullRequest = { collection: CollectionName; limit: number; checkpoint: Checkpoint }

export const firstPageViews = ['orders', 'customers', 'tasks'] as const

export type FirstPageView = (typeof firstPageViews)[number]

const firstPageMaxLimit = 100
const firstPageLimitMessage = `limit must be a whole number from 1 to ${firstPageMaxLimit}`

/** `dueBefore`: end of the device's day, for the count of due tasks; default now. */
export const firstPageQuerySchema = z.object({
  view: z.enum(firstPageViews),
  shopId: uuidSchema(),
  limit: z.coerce
    .number({ error: firstPageLimitMessage })
    .int({ error: firstPageLimitMessage })
    .min(1, { error: firstPageLimitMessage })
    .max(firstPageMaxLimit, { error: firstPageLimitMessage })
    .default(50),
  dueBefore: instantSchema().optional(),
})

export type FirstPageRequest = { view: FirstPageView; shopId: string; limit: number; dueBefore: string }

/** Requests checksums of one shop and collection up to a feed position, to compare with a device's rows. */
export const digestRequestSchema = z.object({
  shopId: uuidSchema(),
  collection: collectionNameSchema,
  epoch: z.string().max(64),
  seq: z.int().min(0),
  /** Rows with a lower seq are not compared: devices hold only the newest activities. */
  from: z.int().min(0).default(0),
  /** The device's fields, in the order in which they are summed. */
  fields: z
    .array(fieldNameSchema)
    .max(100)
    .refine((names) => new Set(names).size === names.length, 'A field is named twice'),
  /** Number of rows that differed in the previous comparison, for the server's log. */
  differed: z.int().min(0).optional(),
})

export type DigestRequest = z.output<typeof digestRequestSchema>

/** `event: heads` of `/api/sync/live`: greatest seq per shop and collection. */
export type Heads = Record<string, Partial<Record<CollectionName, number>>>

/** Maximum bytes of one `event: rows`; larger changes are left to a pull. */
export const liveRowsMaxBytes = 16 * 1024

/**
 * `event: rows` of `/api/sync/live?rows=1`, sent before the `heads` of the same changes. Per shop and collection: all
 * rows from `after` (exclusive, the previously sent head) to `checkpoint.seq`, ascending.
 */
export type LiveRows = Record<string, Partial<Record<CollectionName, LiveRange>>>

/** `afterMark`: mark of the transaction of `after`, if known. */
export type LiveRange = { after: number; afterMark?: string; documents: WireDocument[]; checkpoint: ShopCheckpoint }
