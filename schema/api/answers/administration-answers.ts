import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { userAnswer } from './sync-answers.ts'

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

/** `id`: of the assignment. */
export const entityUserAnswer = z
  .strictObject({ id: answerId(), user_id: answerId(), name: z.string().nullable(), login_id: z.string() })
  .meta({ id: 'EntityUser' })

export type EntityUserAnswer = z.infer<typeof entityUserAnswer>

/** `id`: of the link. */
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

export const entityShopMappingAnswer = entityShopAnswer.extend({ entity_name: z.string(), contact_name: z.string() }).meta({ id: 'EntityShopMapping' })

export type EntityShopMappingAnswer = z.infer<typeof entityShopMappingAnswer>

/** `id`: of the assignment. */
export const shopUserAnswer = z
  .strictObject({ id: answerId(), userId: answerId(), userName: z.string().nullable(), loginId: z.string() })
  .meta({ id: 'ShopUser' })

export type ShopUserAnswer = z.infer<typeof shopUserAnswer>

/** `id`: of the shop. */
export const userShopAnswer = z.strictObject({ id: answerId(), name: z.string(), code: z.string(), color: z.string().nullable() }).meta({ id: 'UserShop' })

export type UserShopAnswer = z.infer<typeof userShopAnswer>

/** `id`: of the assignment. */
export const userEntityAnswer = z
  .strictObject({ id: answerId(), entity_id: answerId(), entity_name: z.string(), contact_name: z.string() })
  .meta({ id: 'UserEntity' })

export type UserEntityAnswer = z.infer<typeof userEntityAnswer>

export const privilegeAnswer = z.strictObject({ id: answerId(), privilegeName: z.string() }).meta({ id: 'PrivilegeRow' })

export type PrivilegeAnswer = z.infer<typeof privilegeAnswer>

/** `password`: only if the server generated it; returned only once. */
export const createdUserAnswer = userAnswer.extend({ password: z.string().optional() }).meta({ id: 'CreatedUser' })

export type CreatedUserAnswer = z.infer<typeof createdUserAnswer>
