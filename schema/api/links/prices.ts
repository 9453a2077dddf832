import { z } from 'zod'
import { publicProfileAnswer, publicShopAnswer, shopColorAnswer } from '../portal.ts'

const publicServiceAnswer = z
  .strictObject({
    /** 'Apple iPhone 12'; '' for a repair of any device. */
    device: z.string(),
    name: z.string(),
    price: z.number().nullable(),
    minutes: z.int().nullable(),
    warrantyDays: z.int(),
  })
  .meta({ id: 'PublicService' })

export const publicPricesAnswer = z
  .strictObject({ shop: publicShopAnswer, profile: publicProfileAnswer, color: shopColorAnswer, services: z.array(publicServiceAnswer) })
  .meta({ id: 'PublicPrices' })
export type PublicPrices = z.infer<typeof publicPricesAnswer>
