import { z } from 'zod'
import { shops } from '../collections/people/shops.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

/** Create New Shop (ENTSET-01, VAL-41..44). */
export const createShopSchema = z.object({
  name: checkedBy(shops.fields.name.schema),
  code: checkedBy(shops.fields.code.schema),
  description: checkedBy(shops.fields.description.schema),
})

export type CreateShopForm = z.input<typeof createShopSchema>

export const emptyShopForm: Readonly<CreateShopForm> = { name: '', code: '', description: '' }

export const createShopToBody = ({ name, code, description }: CreateShopForm) => ({
  name: name.trim(),
  code: code.trim(),
  description: textToNullable(description.trim()),
})

/** Shown when a shop that has none is edited (CONST-31). */
export const defaultShopColor = '#3b82f6'

const bothRequired = 'Shop name and code are required.'

/** Edit Shop (APP-34, VAL-60); the code keeps the rule of its creation (AMB-156). */
export const editShopSchema = z.object({
  name: z
    .string()
    .refine((name) => name.trim() !== '', { error: bothRequired, abort: true })
    .pipe(checkedBy(shops.fields.name.schema)),
  code: z
    .string()
    .refine((code) => code.trim() !== '', { error: bothRequired, abort: true })
    .pipe(checkedBy(shops.fields.code.schema)),
  description: checkedBy(shops.fields.description.schema),
  color: z
    .string()
    .max(255, { error: 'Color must look like #3b82f6', abort: true })
    .regex(/^#(?:[0-9a-f]{3}){1,2}$/i, { error: 'Color must look like #3b82f6' }),
})

export type EditShopForm = z.input<typeof editShopSchema>

export const editShopToBody = ({ color, ...form }: EditShopForm) => ({ ...createShopToBody(form), color: toLongColor(color.toLowerCase()) })

/** '#0f7' is '#00ff77'. */
const toLongColor = (color: string): string => (/^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : color)

/** A typed or pasted colour without spaces around it, six digits also without their sign. */
export function typedToColor(text: string): string {
  const color = text.trim().slice(0, 7)
  return /^[0-9a-f]{6}$/i.test(color) ? `#${color}` : color
}
