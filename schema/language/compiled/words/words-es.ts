// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'


export const texts = {
  status: {
    Diagnosis: () => "Diagnóstico",
    "Dropped Off": () => "Entregado en tienda",
    Fixed: () => "Reparado",
    "In Progress": () => "En curso",
    "In the Lab": () => "En el laboratorio",
    Lead: () => "Solicitud",
    "Not Fixable": () => "Sin reparación posible",
    "Part Not Available": () => "Pieza no disponible",
    "Picked up": () => "Recogido",
    Recycled: () => "Reciclado",
    "Waiting For Approval": () => "A la espera de aprobación",
    "Waiting For Part": () => "A la espera de pieza",
    "Waiting for information": () => "A la espera de información",
    Cancelled: () => "Cancelado"
  }
} as WordsTexts
