// Made by `npm run texts` from schema/texts.
import { texts as en } from './messages-en.ts'
import { texts as de } from './messages-de.ts'
import { texts as es } from './messages-es.ts'
import { texts as fr } from './messages-fr.ts'
import { texts as it } from './messages-it.ts'
import { texts as nl } from './messages-nl.ts'
import { texts as ptBR } from './messages-pt-BR.ts'

export const allMessagesTexts = { "en": en, "de": de, "es": es, "fr": fr, "it": it, "nl": nl, "pt-BR": ptBR }
