import { texts } from '#schema/language/compiled/settings/settings-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

/** Of the frame of Settings, and what its pages share. */
export const settings = toTexts('settings', texts)
