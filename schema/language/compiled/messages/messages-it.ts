// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Buongiorno " + d.name + ", il Suo dispositivo " + d.device + " è da noi. Il numero della scheda è " + d.ticket + ". Può seguire la riparazione qui: " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Buongiorno " + d.name + ", abbiamo esaminato il Suo dispositivo " + d.device + " (" + d.ticket + ") e ci serve la Sua approvazione prima di continuare: " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Buongiorno " + d.name + ", abbiamo ordinato un ricambio per il Suo dispositivo " + d.device + " (" + d.ticket + "). Le scriveremo quando sarà pronto. " + d.shop,
    Fixed: (d) => "Buongiorno " + d.name + ", il Suo dispositivo " + d.device + " (" + d.ticket + ") è pronto. Da pagare: " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Buongiorno " + d.name + ", ci dispiace: il Suo dispositivo " + d.device + " (" + d.ticket + ") non si può riparare. Passi in negozio. " + d.shop,
    "Picked up": (d) => "Buongiorno " + d.name + ", grazie della visita. Speriamo che il Suo dispositivo " + d.device + " Le sia utile a lungo. " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Buongiorno " + d.name + ", il Suo " + d.device + " (" + d.ticket + ") è pronto e La aspetta. Da pagare: " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Buongiorno " + d.name + ", il nostro preventivo per il Suo " + d.device + " (" + d.ticket + ") attende ancora la Sua risposta: " + d.link + " " + d.shop,
    "balance-open": (d) => "Buongiorno " + d.name + ", restano da pagare " + d.balance + " per il Suo " + d.device + " (" + d.ticket + "). Può vederlo e pagarlo qui: " + d.link + " " + d.shop
  },
  other: (d) => "Buongiorno " + d.name + ", riguardo al Suo dispositivo " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  subject: (d) => "Il Suo dispositivo " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Preventivo per il Suo dispositivo " + d.device,
  estimate: (d) => "Buongiorno " + d.name + ", ecco il nostro preventivo per il Suo dispositivo " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  invoiceSubject: (d) => "La Sua fattura " + d.number,
  invoice: (d) => "Buongiorno " + d.name + ", ecco la fattura " + d.number + " per il Suo dispositivo " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "La Sua nota di credito " + d.number,
  creditNote: (d) => "Buongiorno " + d.name + ", ecco la nota di credito " + d.number + " per il Suo dispositivo " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  code: (d) => "Il Suo codice di conferma di " + d.shop + " è " + d.code + ". Vale " + d.minutes + " minuti.",
  replySubject: (d) => "La Sua riparazione " + d.ticket
} as MessagesTexts
