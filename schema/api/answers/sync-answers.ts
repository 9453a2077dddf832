import { messageRuleAnswer } from './message-answers.ts'
import { z } from 'zod'
import { answerId, answerInstant, collectionToGuardedShape, type ShapeOf } from '../../answer-shape.ts'
import type { WireDocument } from '../../collection.ts'
import { collectionByName, type CollectionName, collectionNames } from '../../collections/index.ts'
import { languages } from '../../language/compiled/languages.ts'
import { privilegeNames } from '../../privileges.ts'
import { capitalize } from '../../rules/text/capitalize.ts'
import { errorCodeShape, issueShape } from './error-answer.ts'
import { offlineConfigAnswers } from '../offline-config.ts'
import { portalConfigAnswers } from '../portal-config.ts'
import { productColorAnswer, productConditionAnswer, productTypeAnswer } from './inventory-answers.ts'
import { rowAnswerByCollection } from './row-answers.ts'
import { profileAnswer } from '../shop/shop-profile.ts'
import { firstPageViews, protocolVersion } from '../sync.ts'
import type { ShownProfile } from '../../rules/shop/profile.ts'
import { messageChannels } from '../../values/messages/message-kinds.ts'

export type { MessageRuleAnswer } from './message-answers.ts'

/** Answers of `/api/sync/*` and the parts others share. Devices import only their types, through `schema/api/sync.ts`. */

export const privilegeNameAnswer = z.enum(privilegeNames).meta({ id: 'Privilege' })

export const userAnswer = z
  .strictObject({
    id: answerId(),
    name: z.string().nullable(),
    login_id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    countryCode: z.string().nullable(),
    alternatePhone: z.string().nullable(),
    alternateCountryCode: z.string().nullable(),
    /** What the app speaks to this person; null: as the shop. */
    language: z.enum(languages).nullable(),
  })
  .meta({ id: 'User' })

export type SessionUser = z.infer<typeof userAnswer>

export const userNameAnswer = z.strictObject({ id: answerId(), name: z.string().nullable(), login_id: z.string() }).meta({ id: 'UserName' })

export type UserName = z.infer<typeof userNameAnswer>

const shopFields = {
  id: answerId(),
  name: z.string(),
  code: z.string(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  alias: z.string().nullable(),
}

export const shopAnswer = z.strictObject(shopFields).meta({ id: 'Shop' })

export type ShopAnswer = z.infer<typeof shopAnswer>

/** Last day (order age in days) shown green, and last day shown yellow. */
const statusColorsAnswer = z.strictObject({ greenEnd: z.int(), yellowEnd: z.int() }).meta({ id: 'StatusColors' })

export type StatusColors = z.infer<typeof statusColorsAnswer>

/** `orderConfig`: an object, never its stored JSON text. */
export const shopConfigAnswer = z
  .strictObject({
    orderConfig: z.strictObject({ statusColors: statusColorsAnswer }),
    customerPortal: z.boolean(),
    ...portalConfigAnswers,
    ...offlineConfigAnswers,
  })
  .meta({ id: 'ShopConfig' })

export type ShopConfig = z.infer<typeof shopConfigAnswer>

export const orderStatusAnswer = z.strictObject({ id: answerId(), statusName: z.string() }).meta({ id: 'OrderStatus' })

const bootstrapShopAnswer = z
  .strictObject({
    ...shopFields,
    config: shopConfigAnswer,
    profile: profileAnswer,
    /** Older activities have expired, except those of unfinished orders; absent if none has. */
    logBeginsAt: answerInstant().optional(),
    /** Messages per status; absent if the shop has none. */
    messageRules: z.array(messageRuleAnswer).optional(),
    /** Tickets on older paper have them; absent if the shop had none. */
    formerTicketPrefixes: z.array(z.string()).optional(),
  })
  .meta({ id: 'BootstrapShop' })

/** A shop as devices store it. Data from an older server lacks `profile`; `shopToProfile` handles both. */
export type BootstrapShop = Omit<z.infer<typeof bootstrapShopAnswer>, 'profile'> & { profile?: ShownProfile | undefined }

export const bootstrapAnswer = z
  .strictObject({
    user: userAnswer,
    privileges: z.array(privilegeNameAnswer),
    shops: z.array(bootstrapShopAnswer),
    orderStatuses: z.array(orderStatusAnswer),
    productConditions: z.array(productConditionAnswer),
    productTypes: z.array(productTypeAnswer),
    productColors: z.array(productColorAnswer),
    users: z.array(userNameAnswer),
    /** Former employees of the caller's shops that orders or tasks still refer to; absent if there are none. */
    formerEmployees: z
      .array(z.strictObject({ id: answerId(), name: z.string() }))
      .min(1)
      .optional(),
    /** Origin at which others reach the server; null if only programs of its machine do. */
    address: z.string().nullable(),
    /** Whether PUBLIC_URL is set; without it messages to customers have no links. */
    hasPublicUrl: z.boolean(),
    /** Those that a sender is set up for; messages of the others are written to a file. */
    sendingChannels: z.array(z.enum(messageChannels)),
    serverTime: answerInstant(),
    sessionExpiresAt: answerInstant(),
    protocol: z.literal(protocolVersion),
  })
  .meta({ id: 'Bootstrap' })

export type BootstrapAnswer = z.infer<typeof bootstrapAnswer>

export type Bootstrap = Omit<BootstrapAnswer, 'shops'> & { shops: BootstrapShop[] }

const tombstoneAnswer = z
  .strictObject({ id: answerId(), shopId: answerId().optional(), seq: z.int().min(1).optional(), _deleted: z.literal(true) })
  .meta({ id: 'Tombstone' })

/** Rows on devices include guarded fields; optional, because first pages (not stored on devices) omit them. */
function toHeldShape(name: CollectionName): z.ZodType {
  const guarded = collectionToGuardedShape(collectionByName[name])
  const shape: z.ZodObject = rowAnswerByCollection[name]
  const optional = guarded && Object.fromEntries(Object.entries(guarded).map(([field, value]) => [field, value.optional()]))
  return optional === undefined ? shape : shape.extend(optional).meta({ id: `${capitalize(collectionByName[name].audit.noun)}OnDevice` })
}

/** A row of any collection, or a tombstone. The type is wider than the schema. */
const wireDocumentAnswer = z.union([tombstoneAnswer, ...collectionNames.map(toHeldShape)]).meta({ id: 'WireDocument' }) as unknown as ShapeOf<WireDocument>

export const mutationErrorAnswer = z
  .strictObject({
    code: errorCodeShape,
    message: z.string(),
    issues: z.array(issueShape).optional(),
    /** What the message says, as the name of a text and its values, for another language. */
    told: z.strictObject({ kind: z.string(), values: z.record(z.string(), z.unknown()) }).optional(),
  })
  .meta({ id: 'MutationError' })

export type MutationError = z.infer<typeof mutationErrorAnswer>

const rowStateAnswer = z.strictObject({ collection: z.string(), document: wireDocumentAnswer }).meta({ id: 'RowState' })

export type RowState = z.infer<typeof rowStateAnswer>

const mutationResultAnswer = z
  .strictObject({
    /** Id of the mutation; empty if it has none. */
    id: z.string(),
    outcome: z.enum(['applied', 'rejected']),
    error: mutationErrorAnswer.optional(),
    /** Current state of every row the mutation wrote or referred to, as far as the caller may read it. */
    documents: z.array(rowStateAnswer),
  })
  .meta({ id: 'MutationResult' })

export type MutationResult = z.infer<typeof mutationResultAnswer>

export const pushAnswer = z
  .strictObject({
    serverTime: answerInstant(),
    results: z.array(mutationResultAnswer),
    /** Feed positions of the shops after this push; only for requests with `known`. */
    reached: z.record(answerId(), z.strictObject({ epoch: z.string(), seq: z.int().min(0), mark: z.string() })).optional(),
    /** Feeds restored to an older state; nothing was applied. Per shop: the greatest known seq that the feed still has, or 0. */
    setBack: z.record(answerId(), z.int().min(0)).optional(),
  })
  .meta({ id: 'PushResponse' })

export type PushResponse = z.infer<typeof pushAnswer>

const shopCheckpointAnswer = z.strictObject({
  epoch: z.string(),
  seq: z.int().min(0),
  mark: z.string().optional(),
  /** The collection's last row, if it lies beyond `seq`. */
  reached: z.strictObject({ seq: z.int().min(1), mark: z.string() }).optional(),
})

export const pullAnswer = z
  .strictObject({
    documents: z.array(wireDocumentAnswer),
    checkpoint: z.record(answerId(), shopCheckpointAnswer),
    /**
     * Shops whose feed has a different epoch or was restored to an older state: drop their rows and pull again without
     * their checkpoint.
     */
    reset: z.array(answerId()),
    gone: z.array(z.string()),
  })
  .meta({ id: 'PullResponse' })

export type PullResponse = z.infer<typeof pullAnswer>

export const firstPageAnswer = z
  .strictObject({
    view: z.enum(firstPageViews),
    shopId: answerId(),
    total: z.int().min(0),
    /** The view's rows in order, then the rows of other collections they display; rows the caller may not read are left out. */
    documents: z.array(rowStateAnswer),
    counts: z.strictObject({
      ordersOpen: z.int().min(0),
      /** Open tasks of the shop due before `dueBefore`. */
      tasksDue: z.int().min(0),
    }),
    /** Number of rows in the caller's first sync, over all shops and collections. */
    rows: z.int().min(0),
  })
  .meta({ id: 'FirstPage' })

export type FirstPage = z.infer<typeof firstPageAnswer>

export const digestAnswer = z
  .strictObject({
    /** True if the feed has advanced past the requested position: pull first. */
    isMoved: z.boolean(),
    rows: z.int().min(0),
    /** One checksum per id range; absent if `isMoved`. */
    sums: z.array(z.string()).optional(),
  })
  .meta({ id: 'DigestAnswer' })

export type DigestAnswer = z.infer<typeof digestAnswer>
