import { z } from 'zod'
import { shops } from '#schema/collections/people/shops.ts'
import type { ShopBody } from '#web/api/admin-api.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { t } from './settings-shop-texts.ts'

export const createShopForm = defineForm(shops, { name: {}, code: {}, description: {} })

/** The initial colour when editing a shop without one. */
export const defaultShopColor = '#3b82f6'

const bothRequired = t.edit.nameAndCode()

const typedColor = checkedBy(
  z
    .string()
    .max(255, { error: t.edit.colorFormat(), abort: true })
    .regex(/^#(?:[0-9a-f]{3}){1,2}$/i, { error: t.edit.colorFormat() }),
)

/** The code follows the same rule as at creation. */
export const editShopForm = defineForm(shops, {
  name: { required: bothRequired },
  code: { required: bothRequired },
  description: {},
  color: {
    typed: typedColor,
    toTyped: (color) => toText(color) || defaultShopColor,
    toValue: (color) => toLongColor(toText(color).toLowerCase()),
  },
})

export type EditShopForm = FormOf<typeof editShopForm>

export const createShopToBody = (form: FormOf<typeof createShopForm>): ShopBody => createShopForm.toValues(form)

export const editShopToBody = (form: EditShopForm): ShopBody & { color: string | null } => editShopForm.toValues(form)

/** '#0f7' is '#00ff77'. */
const toLongColor = (color: string): string => (/^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : color)

/** Trims the text; six digits also count without '#'. */
export function typedToColor(text: string): string {
  const color = text.trim().slice(0, 7)
  return /^[0-9a-f]{6}$/i.test(color) ? `#${color}` : color
}
