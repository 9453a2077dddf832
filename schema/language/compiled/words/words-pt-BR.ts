// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnóstico",
    "Dropped Off": () => "Entregue na loja",
    Fixed: () => "Consertado",
    "In Progress": () => "Em andamento",
    "In the Lab": () => "No laboratório",
    Lead: () => "Solicitação",
    "Not Fixable": () => "Sem conserto",
    "Part Not Available": () => "Peça indisponível",
    "Picked up": () => "Retirado",
    Recycled: () => "Reciclado",
    "Waiting For Approval": () => "Aguardando aprovação",
    "Waiting For Part": () => "Aguardando peça",
    "Waiting for information": () => "Aguardando informação",
    Cancelled: () => "Cancelado"
  }
} as WordsTexts
