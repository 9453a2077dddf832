import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { userAnswer } from './sync-answers.ts'

/** Answers of the administration's routes, each with the fields and in the spelling of its route. */

/** DATA-32. */
export const entityAnswer = z
  .strictObject({
    id: answerId(),
    entity_name: z.string(),
    contact_name: z.string(),
    country_code: z.string().nullable(),
    phone: z.string().nullable(),
    alternate_country_code: z.string().nullable(),
    alternate_phone: z.string().nullable(),
    entity_address: z.string().nullable(),
  })
  .meta({ id: 'Entity' })

export type EntityAnswer = z.infer<typeof entityAnswer>

/** DATA-36; `id` is that of the assignment. */
export const entityUserAnswer = z
  .strictObject({ id: answerId(), user_id: answerId(), name: z.string().nullable(), login_id: z.string() })
  .meta({ id: 'EntityUser' })

export type EntityUserAnswer = z.infer<typeof entityUserAnswer>

/** DATA-37; `id` is that of the link. */
export const entityShopAnswer = z
  .strictObject({
    id: answerId(),
    entity_id: answerId(),
    shop_id: answerId(),
    shop_name: z.string(),
    shop_code: z.string(),
    shop_description: z.string().nullable(),
    shop_color: z.string().nullable(),
    created_at: answerInstant(),
  })
  .meta({ id: 'EntityShop' })

export type EntityShopAnswer = z.infer<typeof entityShopAnswer>

/** DATA-38. */
export const entityShopMappingAnswer = entityShopAnswer.extend({ entity_name: z.string(), contact_name: z.string() }).meta({ id: 'EntityShopMapping' })

export type EntityShopMappingAnswer = z.infer<typeof entityShopMappingAnswer>

/** DATA-41; `id` is that of the assignment. */
export const shopUserAnswer = z
  .strictObject({ id: answerId(), userId: answerId(), userName: z.string().nullable(), loginId: z.string() })
  .meta({ id: 'ShopUser' })

export type ShopUserAnswer = z.infer<typeof shopUserAnswer>

/** DATA-44; `id` is the shop's. */
export const userShopAnswer = z.strictObject({ id: answerId(), name: z.string(), code: z.string(), color: z.string().nullable() }).meta({ id: 'UserShop' })

export type UserShopAnswer = z.infer<typeof userShopAnswer>

/** DATA-45; `id` is that of the assignment. */
export const userEntityAnswer = z
  .strictObject({ id: answerId(), entity_id: answerId(), entity_name: z.string(), contact_name: z.string() })
  .meta({ id: 'UserEntity' })

export type UserEntityAnswer = z.infer<typeof userEntityAnswer>

/** DATA-21. */
export const privilegeAnswer = z.strictObject({ id: answerId(), privilegeName: z.string() }).meta({ id: 'PrivilegeRow' })

export type PrivilegeAnswer = z.infer<typeof privilegeAnswer>

/** A new user; `password` only when the server made it up: the one moment at which it can be read. */
export const createdUserAnswer = userAnswer.extend({ password: z.string().optional() }).meta({ id: 'CreatedUser' })

export type CreatedUserAnswer = z.infer<typeof createdUserAnswer>
