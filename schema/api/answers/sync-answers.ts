import { messageRuleAnswer } from './message-answers.ts'
import { z } from 'zod'
import { answerId, answerInstant, collectionToGuardedShape, type ShapeOf } from '../../answer-shape.ts'
import type { WireDocument } from '../../collection.ts'
import { collectionByName, type CollectionName, collectionNames } from '../../collections/index.ts'
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

export type { MessageRuleAnswer } from './message-answers.ts'

/** Answers of `/api/sync/*`, and what others share with them. Devices know the types only, by way of schema/api/sync.ts. */

export const privilegeNameAnswer = z.enum(privilegeNames).meta({ id: 'Privilege' })

/** A user as answered, in the API's spelling. */
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
  })
  .meta({ id: 'User' })

export type SessionUser = z.infer<typeof userAnswer>

/** A user as colleagues see them. */
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

/** A shop in lists. */
export const shopAnswer = z.strictObject(shopFields).meta({ id: 'Shop' })

export type ShopAnswer = z.infer<typeof shopAnswer>

/** Until which day an order's age is green, and until which yellow. */
const statusColorsAnswer = z.strictObject({ greenEnd: z.int(), yellowEnd: z.int() }).meta({ id: 'StatusColors' })

export type StatusColors = z.infer<typeof statusColorsAnswer>

/** DATA-19; an object, never its stored text. */
export const shopConfigAnswer = z
  .strictObject({
    orderConfig: z.strictObject({ statusColors: statusColorsAnswer }),
    customerPortal: z.boolean(),
    ...portalConfigAnswers,
    ...offlineConfigAnswers,
  })
  .meta({ id: 'ShopConfig' })

export type ShopConfig = z.infer<typeof shopConfigAnswer>

/** DATA-06. */
export const orderStatusAnswer = z.strictObject({ id: answerId(), statusName: z.string() }).meta({ id: 'OrderStatus' })

const bootstrapShopAnswer = z
  .strictObject({
    ...shopFields,
    config: shopConfigAnswer,
    profile: profileAnswer,
    /** Entries of the log done before have ended, but those of unfinished orders; left out where none has. */
    logBeginsAt: answerInstant().optional(),
    /** What customers are told at which status; left out where the shop has said nothing. */
    messageRules: z.array(messageRuleAnswer).optional(),
  })
  .meta({ id: 'BootstrapShop' })

/** A shop as devices hold it: what they heard from an older server has no profile; `shopToProfile` reads both. */
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
    /** Employees who left a shop of the caller and are still named by its orders or tasks; left out where there are none. */
    formerEmployees: z
      .array(z.strictObject({ id: answerId(), name: z.string() }))
      .min(1)
      .optional(),
    serverTime: answerInstant(),
    sessionExpiresAt: answerInstant(),
    protocol: z.literal(protocolVersion),
  })
  .meta({ id: 'Bootstrap' })

/** As this server answers it. */
export type BootstrapAnswer = z.infer<typeof bootstrapAnswer>

/** As devices hold it, from whichever server. */
export type Bootstrap = Omit<BootstrapAnswer, 'shops'> & { shops: BootstrapShop[] }

const tombstoneAnswer = z
  .strictObject({ id: answerId(), shopId: answerId().optional(), seq: z.int().min(1).optional(), _deleted: z.literal(true) })
  .meta({ id: 'Tombstone' })

/** Devices hold what routes of rows do not tell; the first page, which no device stores, leaves it out. */
function toHeldShape(name: CollectionName): z.ZodType {
  const guarded = collectionToGuardedShape(collectionByName[name])
  const shape: z.ZodObject = rowAnswerByCollection[name]
  const optional = guarded && Object.fromEntries(Object.entries(guarded).map(([field, value]) => [field, value.optional()]))
  return optional === undefined ? shape : shape.extend(optional).meta({ id: `${capitalize(collectionByName[name].audit.noun)}OnDevice` })
}

/** A row of any collection, or a tombstone. The type says less than the shape: code that carries rows needs no more. */
const wireDocumentAnswer = z.union([tombstoneAnswer, ...collectionNames.map(toHeldShape)]).meta({ id: 'WireDocument' }) as unknown as ShapeOf<WireDocument>

export const mutationErrorAnswer = z
  .strictObject({ code: errorCodeShape, message: z.string(), issues: z.array(issueShape).optional() })
  .meta({ id: 'MutationError' })

export type MutationError = z.infer<typeof mutationErrorAnswer>

const rowStateAnswer = z.strictObject({ collection: z.string(), document: wireDocumentAnswer }).meta({ id: 'RowState' })

export type RowState = z.infer<typeof rowStateAnswer>

const mutationResultAnswer = z
  .strictObject({
    /** As it was sent; empty for what has none. */
    id: z.string(),
    outcome: z.enum(['applied', 'rejected']),
    error: mutationErrorAnswer.optional(),
    /** Present states of all rows that the mutation wrote or named, under the caller's present rights. */
    documents: z.array(rowStateAnswer),
  })
  .meta({ id: 'MutationResult' })

export type MutationResult = z.infer<typeof mutationResultAnswer>

export const pushAnswer = z
  .strictObject({
    serverTime: answerInstant(),
    results: z.array(mutationResultAnswer),
    /** Positions of the shops' feeds after this push; for requests with `known`. */
    reached: z.record(answerId(), z.strictObject({ epoch: z.string(), seq: z.int().min(0), mark: z.string() })).optional(),
    /** Feeds that were set back, so that nothing was taken: per shop the greatest known seq that the feed still has, 0 for none. */
    setBack: z.record(answerId(), z.int().min(0)).optional(),
  })
  .meta({ id: 'PushResponse' })

export type PushResponse = z.infer<typeof pushAnswer>

const shopCheckpointAnswer = z.strictObject({
  epoch: z.string(),
  seq: z.int().min(0),
  mark: z.string().optional(),
  /** Where rows of the collection lie behind `seq`: the last of them. */
  reached: z.strictObject({ seq: z.int().min(1), mark: z.string() }).optional(),
})

export const pullAnswer = z
  .strictObject({
    documents: z.array(wireDocumentAnswer),
    checkpoint: z.record(answerId(), shopCheckpointAnswer),
    /** Shops whose feed is another than the checkpoint's, or was set back: drop their rows and pull again without that entry. */
    reset: z.array(answerId()),
    /** Shops that the caller may no longer see. */
    gone: z.array(z.string()),
  })
  .meta({ id: 'PullResponse' })

export type PullResponse = z.infer<typeof pullAnswer>

export const firstPageAnswer = z
  .strictObject({
    view: z.enum(firstPageViews),
    shopId: answerId(),
    /** Rows of the view in the shop. */
    total: z.int().min(0),
    /** The rows of the view in its order, then what they show of other collections; without those that the caller may not read. */
    documents: z.array(rowStateAnswer),
    counts: z.strictObject({
      /** Unfinished orders of the shop. */
      ordersOpen: z.int().min(0),
      /** Open tasks of the shop that are due before `dueBefore`. */
      tasksDue: z.int().min(0),
    }),
    /** What a first sync of the caller brings, over all shops and collections. */
    rows: z.int().min(0),
  })
  .meta({ id: 'FirstPage' })

export type FirstPage = z.infer<typeof firstPageAnswer>

export const digestAnswer = z
  .strictObject({
    /** The feed has gone on: pull first. */
    isMoved: z.boolean(),
    rows: z.int().min(0),
    /** Sums by range of ids; left out when the feed has moved. */
    sums: z.array(z.string()).optional(),
  })
  .meta({ id: 'DigestAnswer' })

export type DigestAnswer = z.infer<typeof digestAnswer>
