import { z } from 'zod'
import type { WireDocument } from '../collection.ts'
import { instantSchema, uuidSchema } from '../fields.ts'
import type { CollectionName } from '../collections/index.ts'
import type { ErrorCode, Issue } from '../errors.ts'
import type { Privilege } from '../privileges.ts'
import type { Json } from '../rules/merge.ts'

/** The sync protocol, version 1: payloads of `/api/sync/*`. */
export const protocolVersion = 1
export const pushMaxMutations = 500
export const pushMaxBytes = 1024 * 1024
export const mutationMaxBytes = 256 * 1024
export const pullMaxLimit = 5_000
/** A device without checkpoint gets this many of the newest activities of a shop. */
export const activitiesOnDevice = 1_000

/** What came out of JSON.parse is JSON already: looking through every value again costs more than the whole mutation. */
const jsonSchema = z.custom<Json>((value) => value !== undefined, { error: 'A value is missing' })
const collectionNameSchema = z.string().max(64)
/** Field names are checked against the collection at the door; here only that they cannot touch an object's prototype. */
const fieldNameSchema = z.string().max(64).regex(/^[A-Za-z][A-Za-z0-9]*$|^_deleted$/)

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
  z.strictObject({ action: z.literal('delete'), collection: collectionNameSchema, id: uuidSchema() }),
  z.strictObject({ action: z.literal('restore'), collection: collectionNameSchema, id: uuidSchema() }),
])

/** One act of one person: all of its ops happen or none. `at` is the device's time of the act. */
export const mutationSchema = z.strictObject({
  id: uuidSchema(),
  shopId: uuidSchema(),
  at: instantSchema(),
  ops: z.array(opSchema).min(1).max(1_000),
})

export type Op = z.output<typeof opSchema>
export type Mutation = z.output<typeof mutationSchema>

/** The envelope only: each mutation is parsed by itself, so that a broken one is refused alone. */
export const pushRequestSchema = z.object({
  deviceId: z.string().min(1).max(100),
  deviceTime: instantSchema(),
  mutations: z.array(z.unknown()),
})

export type PushRequest = { deviceId: string; deviceTime: string; mutations: Mutation[] }

export type MutationError = { code: ErrorCode; message: string; issues?: Issue[] | undefined }

export type RowState = { collection: string; document: WireDocument }

export type MutationResult = {
  id: string
  outcome: 'applied' | 'rejected'
  error?: MutationError | undefined
  /** Final state of every row that the mutation touched or wanted to touch, under the caller's rights of now. */
  documents: RowState[]
}

export type PushResponse = { serverTime: string; results: MutationResult[] }

const shopCheckpointSchema = z.object({ epoch: z.string().max(64), seq: z.int().min(0) })

export const pullRequestSchema = z.object({
  collection: collectionNameSchema,
  limit: z.int().min(1).max(pullMaxLimit),
  checkpoint: z.record(z.string(), shopCheckpointSchema).default({}),
})

/** Per shop: the epoch of its feed and the seq of the last row that was given. */
export type Checkpoint = Record<string, { epoch: string; seq: number }>

export type PullRequest = { collection: CollectionName; limit: number; checkpoint: Checkpoint }

export type PullResponse = {
  documents: WireDocument[]
  checkpoint: Checkpoint
  /** Shops whose feed is another than the checkpoint's: drop their rows and pull again without that entry. */
  reset: string[]
  /** Shops that the caller may no longer see. */
  gone: string[]
}

/** `event: heads` of `/api/sync/live`: greatest seq per shop and collection. */
export type Heads = Record<string, Partial<Record<CollectionName, number>>>

export type StatusColors = { greenEnd: number; yellowEnd: number }
export type ShopConfig = { orderConfig: { statusColors: StatusColors }; customerPortal: boolean }

export type BootstrapShop = {
  id: string
  name: string
  code: string
  color: string | null
  description: string | null
  alias: string | null
  config: ShopConfig
}

/** B section 3, the "UI user" (AMB-06); spelled as the documents spell it. */
export type SessionUser = {
  id: string
  name: string | null
  login_id: string
  email: string | null
  phone: string | null
  countryCode: string | null
  alternatePhone: string | null
  alternateCountryCode: string | null
}

export type Bootstrap = {
  user: SessionUser
  privileges: Privilege[]
  shops: BootstrapShop[]
  orderStatuses: { id: string; statusName: string }[]
  productConditions: { id: string; conditionName: string }[]
  productTypes: { id: string; typeName: string }[]
  productColors: { id: string; colorName: string }[]
  users: { id: string; name: string | null; login_id: string }[]
  /** Who left a shop of the caller for another and is still named by orders or tasks of the old one (AMB-149); left out where there is none. */
  formerEmployees?: { id: string; name: string }[]
  serverTime: string
  sessionExpiresAt: string
  protocol: typeof protocolVersion
}
