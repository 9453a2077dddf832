// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'

export const loadStaffTexts = {
  "de": async (): Promise<StaffTexts> => (await import('./staff-de.ts')).texts,
  "es": async (): Promise<StaffTexts> => (await import('./staff-es.ts')).texts,
  "fr": async (): Promise<StaffTexts> => (await import('./staff-fr.ts')).texts,
  "it": async (): Promise<StaffTexts> => (await import('./staff-it.ts')).texts,
  "nl": async (): Promise<StaffTexts> => (await import('./staff-nl.ts')).texts,
  "pt-BR": async (): Promise<StaffTexts> => (await import('./staff-pt-BR.ts')).texts,
}
