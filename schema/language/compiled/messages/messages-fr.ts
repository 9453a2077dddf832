// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Bonjour " + d.name + ", votre appareil " + d.device + " est chez nous. Son numéro de dossier est " + d.ticket + ". Vous pouvez suivre la réparation ici : " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Bonjour " + d.name + ", nous avons examiné votre appareil " + d.device + " (" + d.ticket + ") et avons besoin de votre accord avant de continuer : " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Bonjour " + d.name + ", nous avons commandé une pièce pour votre appareil " + d.device + " (" + d.ticket + "). Nous vous écrirons quand il sera prêt. " + d.shop,
    Fixed: (d) => "Bonjour " + d.name + ", votre appareil " + d.device + " (" + d.ticket + ") est prêt. À payer : " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Bonjour " + d.name + ", nous sommes désolés : votre appareil " + d.device + " (" + d.ticket + ") ne peut pas être réparé. Veuillez passer au magasin. " + d.shop,
    "Picked up": (d) => "Bonjour " + d.name + ", merci de votre visite. Nous espérons que votre appareil " + d.device + " vous rendra bien service. " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Bonjour " + d.name + ", votre appareil " + d.device + " (" + d.ticket + ") est prêt et vous attend. À payer : " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Bonjour " + d.name + ", notre devis pour votre appareil " + d.device + " (" + d.ticket + ") attend toujours votre réponse : " + d.link + " " + d.shop,
    "balance-open": (d) => "Bonjour " + d.name + ", il reste " + d.balance + " à payer pour votre appareil " + d.device + " (" + d.ticket + "). Vous pouvez le consulter et le régler ici : " + d.link + " " + d.shop
  },
  other: (d) => "Bonjour " + d.name + ", au sujet de votre appareil " + d.device + " (" + d.ticket + ") : " + d.link + " " + d.shop,
  subject: (d) => "Votre appareil " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Devis pour votre appareil " + d.device,
  estimate: (d) => "Bonjour " + d.name + ", voici notre devis pour votre appareil " + d.device + " (" + d.ticket + ") : " + d.link + " " + d.shop,
  invoiceSubject: (d) => "Votre facture " + d.number,
  invoice: (d) => "Bonjour " + d.name + ", voici la facture " + d.number + " pour votre appareil " + d.device + " (" + d.ticket + ") : " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "Votre avoir " + d.number,
  creditNote: (d) => "Bonjour " + d.name + ", voici l’avoir " + d.number + " pour votre appareil " + d.device + " (" + d.ticket + ") : " + d.link + " " + d.shop,
  code: (d) => "Votre code de confirmation " + d.shop + " est " + d.code + ". Il est valable " + d.minutes + " minutes.",
  replySubject: (d) => "Votre réparation " + d.ticket
} as MessagesTexts
