import type { SessionUser } from './sync.ts'

/** Answers of B section 7's administration, with the fields and the spelling of B section 3 (AMB-140, AMB-154). */

/** DATA-32. */
export type EntityAnswer = {
  id: string
  entity_name: string
  contact_name: string
  country_code: string | null
  phone: string | null
  alternate_country_code: string | null
  alternate_phone: string | null
  entity_address: string | null
}

/** DATA-36; `id` is that of the assignment. */
export type EntityUserAnswer = { id: string; user_id: string; name: string | null; login_id: string }

/** DATA-37; `id` is that of the link. */
export type EntityShopAnswer = {
  id: string
  entity_id: string
  shop_id: string
  shop_name: string
  shop_code: string
  shop_description: string | null
  shop_color: string | null
  /** Instant. */
  created_at: string
}

/** DATA-38. */
export type EntityShopMappingAnswer = EntityShopAnswer & { entity_name: string; contact_name: string }

/** DATA-41; `id` is that of the assignment. */
export type ShopUserAnswer = { id: string; userId: string; userName: string | null; loginId: string }

/** DATA-44; `id` is the shop's. */
export type UserShopAnswer = { id: string; name: string; code: string; color: string | null }

/** DATA-45; `id` is that of the assignment. */
export type UserEntityAnswer = { id: string; entity_id: string; entity_name: string; contact_name: string }

/** DATA-21. */
export type PrivilegeAnswer = { id: string; privilegeName: string }

/** A new user; `password` only when the server made it up: the one moment at which it can be read (AMB-151). */
export type CreatedUserAnswer = SessionUser & { password?: string }

export type ChecklistItemAnswer = { id: string; name: string }
