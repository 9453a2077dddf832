// Made by `npm run texts` from schema/texts.
import type { PortalTexts } from './portal-type.ts'

export const loadPortalTexts = {
  "en": async (): Promise<PortalTexts> => (await import('./portal-en.ts')).texts,
  "de": async (): Promise<PortalTexts> => (await import('./portal-de.ts')).texts,
  "es": async (): Promise<PortalTexts> => (await import('./portal-es.ts')).texts,
  "fr": async (): Promise<PortalTexts> => (await import('./portal-fr.ts')).texts,
  "it": async (): Promise<PortalTexts> => (await import('./portal-it.ts')).texts,
  "nl": async (): Promise<PortalTexts> => (await import('./portal-nl.ts')).texts,
  "pt-BR": async (): Promise<PortalTexts> => (await import('./portal-pt-BR.ts')).texts,
}
