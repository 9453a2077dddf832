// Made by `npm run texts` from schema/texts.
import type { MenuTexts } from './menu-type.ts'


export const texts = {
  today: () => "Today"
} as MenuTexts
