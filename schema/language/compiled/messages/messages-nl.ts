// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Beste " + d.name + ", uw " + d.device + " is bij ons. Het opdrachtnummer is " + d.ticket + ". U kunt de reparatie hier volgen: " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Beste " + d.name + ", we hebben uw " + d.device + " (" + d.ticket + ") bekeken en hebben uw akkoord nodig voordat we verdergaan: " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Beste " + d.name + ", we hebben een onderdeel besteld voor uw " + d.device + " (" + d.ticket + "). We schrijven u als het klaar is. " + d.shop,
    Fixed: (d) => "Beste " + d.name + ", uw " + d.device + " (" + d.ticket + ") is klaar. Te betalen: " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Beste " + d.name + ", het spijt ons: uw " + d.device + " (" + d.ticket + ") kan niet worden gerepareerd. Kom even langs. " + d.shop,
    "Picked up": (d) => "Beste " + d.name + ", bedankt voor uw bezoek. We hopen dat u veel plezier hebt van uw " + d.device + ". " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Dag " + d.name + ", uw " + d.device + " (" + d.ticket + ") is klaar en ligt voor u gereed. Te betalen: " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Dag " + d.name + ", onze offerte voor uw " + d.device + " (" + d.ticket + ") wacht nog op uw antwoord: " + d.link + " " + d.shop,
    "balance-open": (d) => "Dag " + d.name + ", voor uw " + d.device + " (" + d.ticket + ") staat nog " + d.balance + " open. U kunt het hier bekijken en betalen: " + d.link + " " + d.shop
  },
  other: (d) => "Beste " + d.name + ", over uw " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  subject: (d) => "Uw " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Offerte voor uw " + d.device,
  estimate: (d) => "Beste " + d.name + ", hier is onze offerte voor uw " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  invoiceSubject: (d) => "Uw factuur " + d.number,
  invoice: (d) => "Beste " + d.name + ", hier is factuur " + d.number + " voor uw " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "Uw creditnota " + d.number,
  creditNote: (d) => "Beste " + d.name + ", hier is creditnota " + d.number + " voor uw " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  code: (d) => "Uw bevestigingscode van " + d.shop + " is " + d.code + ". Deze is " + d.minutes + " minuten geldig.",
  replySubject: (d) => "Uw opdracht " + d.ticket
} as MessagesTexts
