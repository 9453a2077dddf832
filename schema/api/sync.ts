import { z } from 'zod'
import { instantSchema, uuidSchema } from '../fields.ts'
import type { WireDocument } from '../collection.ts'
import type { CollectionName } from '../collections/index.ts'
import type { Json } from '../values/merge.ts'

/** Types of the server's answers, without their shapes, which no device should load. */
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

/** The sync protocol, version 1: payloads of `/api/sync/*`. */
export const protocolVersion = 1
/** The oldest protocol that the server still serves. Devices say theirs with every call (`?protocol=`); who says none speaks 1. */
export const oldestServedProtocol = 1
export const pushMaxMutations = 500
export const pushMaxBytes = 1024 * 1024
export const mutationMaxBytes = 256 * 1024
const pullMaxLimit = 5_000
/** A device without checkpoint gets this many of the newest activities of a shop. */
export const activitiesOnDevice = 1_000

/** Any value: it comes from JSON.parse, and walking through it again would cost more than applying the mutation. */
const jsonSchema = z.custom<Json>((value) => value !== undefined, { error: 'A value is missing' })
const collectionNameSchema = z.string().max(64)
/** Field names are checked against the collection at the write path; here only that they cannot touch an object's prototype. */
const fieldNameSchema = z
  .string()
  .max(64, { abort: true })
  .regex(/^[A-Za-z][A-Za-z0-9]*$|^_deleted$/)

/** A position in a feed: a sequence number, and the mark of the transaction that took it. */
const feedPlaceSchema = z.object({ seq: z.int().min(0), mark: z.string().max(64) })

export type FeedPlace = z.output<typeof feedPlaceSchema>

/** Positions of the feeds that the numbers in `seen` belong to: few, since few collections depend on each other. */
const seenAtSchema = z.array(feedPlaceSchema.extend({ epoch: z.string().max(64) })).max(32)

/** So many mutations of its author may a deletion name: one that would name more names none. */
export const ownMax = 500

export type SeenPlace = z.output<typeof seenAtSchema>[number]

/**
 * What the author of a deletion had seen of the row and its living dependents: by id the `seq` in which their device held each; or one
 * number, when it held everything up to that position of the shop's feed.
 */
const seenSchema = z.union([z.int().min(0), z.record(uuidSchema(), z.int().min(0))])

/**
 * `seen`: the deletion is refused with CHANGED_SINCE when there is more, other than by the author's `own` mutations,
 * whose numbers they did
 * not know yet; without `own`, than by their device. `anyway`: what the author had seen at first; authors of later
 * changes get a notice. `into`: of a customer, who takes over orders and devices. `deletion`: the one that a restore
 * undoes;
 * refused with DELETED_TOO when another one holds the row.
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

/** Operations that one person made together: all are applied, or none. `at` is the device's time. */
export const mutationSchema = z.strictObject({
  id: uuidSchema(),
  shopId: uuidSchema(),
  at: instantSchema(),
  ops: z.array(opSchema).min(1).max(1_000),
})

export type Op = z.output<typeof opSchema>
export type Mutation = z.output<typeof mutationSchema>

const knownPlacesMax = 500
const knownFeedSchema = z.object({ epoch: z.string().max(64), places: z.array(feedPlaceSchema).min(1).max(knownPlacesMax) })

/** `places`: ascending. */
export type KnownFeeds = Record<string, { epoch: string; places: FeedPlace[] }>

/** The envelope only: each mutation is parsed by itself, so that a broken one is refused alone. */
export const pushRequestSchema = z.object({
  deviceId: z.string().min(1).max(100),
  deviceTime: instantSchema(),
  mutations: z.array(z.unknown()).meta({ items: { $ref: '#/components/schemas/Mutation' }, maxItems: pushMaxMutations }),
  /** Per shop, positions that earlier answers named: a server that was set back takes nothing, and answers how far it agrees. */
  known: z.record(z.string().max(64), knownFeedSchema).optional(),
})

/** A push as it came, its mutations not looked at yet. */
export type PushEnvelope = z.output<typeof pushRequestSchema>

/** A push as a device sends it. */
export type PushRequest = { deviceId: string; deviceTime: string; mutations: Mutation[]; known?: KnownFeeds | undefined }

const shopCheckpointSchema = z.object({
  epoch: z.string().max(64),
  seq: z.int().min(0),
  /** The mark that was answered with the checkpoint: a feed with another mark there was set back. */
  mark: z.string().max(64).optional(),
  /** A later position in whose life of the feed rows were given that lie here: the head at which a page was read. */
  reached: feedPlaceSchema.optional(),
  /** The same of rows that came with answers to pushes. */
  answered: feedPlaceSchema.optional(),
})

export const pullRequestSchema = z.object({
  collection: collectionNameSchema,
  limit: z.int().min(1).max(pullMaxLimit),
  checkpoint: z.record(z.string().max(64), shopCheckpointSchema).default({}),
})

/** A pull as it came: the collection may be any name. */
export type PullEnvelope = z.output<typeof pullRequestSchema>

/** Per shop: the epoch of its feed, the seq of the last row that was given, and the mark of its transaction where the server knows it. */
export type Checkpoint = Record<string, ShopCheckpoint>

export type ShopCheckpoint = {
  epoch: string
  seq: number
  mark?: string | undefined
  reached?: FeedPlace | undefined
  /** In questions alone: the outbox keeps it. */
  answered?: FeedPlace | undefined
}

export type PullRequest = { collection: CollectionName; limit: number; checkpoint: Checkpoint }

/** The lists whose first page a device without rows asks for. */
export const firstPageViews = ['orders', 'customers', 'tasks'] as const

export type FirstPageView = (typeof firstPageViews)[number]

const firstPageMaxLimit = 100
const firstPageLimitMessage = `limit must be a whole number from 1 to ${firstPageMaxLimit}`

/** `dueBefore`: the end of the device's day, for the count of due tasks; without it the present. */
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

/** Asks for sums over one shop and collection, to compare with what a device holds up to a position of the feed. */
export const digestRequestSchema = z.object({
  shopId: uuidSchema(),
  collection: collectionNameSchema,
  epoch: z.string().max(64),
  seq: z.int().min(0),
  /** Rows below are not compared: of the activities a device holds the newest alone. */
  from: z.int().min(0).default(0),
  /** Fields that the device holds, in the order in which they are summed. */
  fields: z
    .array(fieldNameSchema)
    .max(100)
    .refine((names) => new Set(names).size === names.length, 'A field is named twice'),
  /** Number of rows that were found to differ before, for the server's log. */
  differed: z.int().min(0).optional(),
})

export type DigestRequest = z.output<typeof digestRequestSchema>

/** `event: heads` of `/api/sync/live`: greatest seq per shop and collection. */
export type Heads = Record<string, Partial<Record<CollectionName, number>>>

/** JSON of one `event: rows`, in bytes: what would not fit is left to a pull. */
export const liveRowsMaxBytes = 16 * 1024

/**
 * `event: rows` of `/api/sync/live?rows=1`, in front of the `heads` of the same changes: per shop and collection all rows behind `after`,
 * the head that the stream told before, up to `checkpoint.seq`, ascending, as a pull would give them.
 */
export type LiveRows = Record<string, Partial<Record<CollectionName, LiveRange>>>

/** `afterMark`: the mark of the transaction that took the number `after`, where the server knows it. */
export type LiveRange = { after: number; afterMark?: string; documents: WireDocument[]; checkpoint: ShopCheckpoint }
