// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Olá, " + d.name + "! Seu aparelho " + d.device + " está conosco. O número da ordem é " + d.ticket + ". Você pode acompanhar o conserto aqui: " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Olá, " + d.name + "! Examinamos seu aparelho " + d.device + " (" + d.ticket + ") e precisamos da sua aprovação antes de continuar: " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Olá, " + d.name + "! Pedimos uma peça para seu aparelho " + d.device + " (" + d.ticket + "). Escreveremos quando estiver pronto. " + d.shop,
    Fixed: (d) => "Olá, " + d.name + "! Seu aparelho " + d.device + " (" + d.ticket + ") está pronto. A pagar: " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Olá, " + d.name + "! Sentimos muito: seu aparelho " + d.device + " (" + d.ticket + ") não tem conserto. Passe na loja, por favor. " + d.shop,
    "Picked up": (d) => "Olá, " + d.name + "! Obrigado pela visita. Esperamos que seu aparelho " + d.device + " funcione bem por muito tempo. " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Olá " + d.name + ", seu aparelho " + d.device + " (" + d.ticket + ") está pronto e espera por você. A pagar: " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Olá " + d.name + ", nosso orçamento para seu aparelho " + d.device + " (" + d.ticket + ") ainda espera sua resposta: " + d.link + " " + d.shop,
    "balance-open": (d) => "Olá " + d.name + ", ainda há " + d.balance + " em aberto pelo seu aparelho " + d.device + " (" + d.ticket + "). Você pode ver e pagar aqui: " + d.link + " " + d.shop
  },
  other: (d) => "Olá, " + d.name + "! Sobre seu aparelho " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  subject: (d) => "Seu aparelho " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Orçamento para seu aparelho " + d.device,
  estimate: (d) => "Olá, " + d.name + "! Aqui está nosso orçamento para seu aparelho " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  invoiceSubject: (d) => "Sua fatura " + d.number,
  invoice: (d) => "Olá, " + d.name + "! Aqui está a fatura " + d.number + " do seu aparelho " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "Sua nota de crédito " + d.number,
  creditNote: (d) => "Olá, " + d.name + "! Aqui está a nota de crédito " + d.number + " do seu aparelho " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  code: (d) => "Seu código de confirmação de " + d.shop + " é " + d.code + ". Ele vale por " + d.minutes + " minutos.",
  replySubject: (d) => "Sua ordem de serviço " + d.ticket
} as MessagesTexts
