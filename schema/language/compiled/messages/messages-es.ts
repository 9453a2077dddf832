// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Hola, " + d.name + ": su aparato " + d.device + " está en nuestra tienda. El número de orden es " + d.ticket + ". Puede seguir la reparación aquí: " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Hola, " + d.name + ": hemos revisado su aparato " + d.device + " (" + d.ticket + ") y necesitamos su aprobación antes de continuar: " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Hola, " + d.name + ": hemos pedido una pieza para su aparato " + d.device + " (" + d.ticket + "). Le escribiremos cuando esté listo. " + d.shop,
    Fixed: (d) => "Hola, " + d.name + ": su aparato " + d.device + " (" + d.ticket + ") está listo. Por pagar: " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Hola, " + d.name + ": lo sentimos, su aparato " + d.device + " (" + d.ticket + ") no se puede reparar. Pase por la tienda, por favor. " + d.shop,
    "Picked up": (d) => "Hola, " + d.name + ": gracias por su visita. Esperamos que su aparato " + d.device + " le sirva bien. " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Hola " + d.name + ", su " + d.device + " (" + d.ticket + ") está listo y le espera. A pagar: " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Hola " + d.name + ", nuestro presupuesto para su " + d.device + " (" + d.ticket + ") sigue esperando su respuesta: " + d.link + " " + d.shop,
    "balance-open": (d) => "Hola " + d.name + ", quedan " + d.balance + " pendientes por su " + d.device + " (" + d.ticket + "). Puede verlo y pagarlo aquí: " + d.link + " " + d.shop
  },
  other: (d) => "Hola, " + d.name + ": sobre su aparato " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  subject: (d) => "Su aparato " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Presupuesto para su aparato " + d.device,
  estimate: (d) => "Hola, " + d.name + ": aquí tiene nuestro presupuesto para su aparato " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  invoiceSubject: (d) => "Su factura " + d.number,
  invoice: (d) => "Hola, " + d.name + ": aquí tiene la factura " + d.number + " de su aparato " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "Su factura rectificativa " + d.number,
  creditNote: (d) => "Hola, " + d.name + ": aquí tiene la factura rectificativa " + d.number + " de su aparato " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  code: (d) => "Su código de confirmación de " + d.shop + " es " + d.code + ". Es válido durante " + d.minutes + " minutos.",
  replySubject: (d) => "Su orden " + d.ticket
} as MessagesTexts
