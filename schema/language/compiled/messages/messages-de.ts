// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Guten Tag " + d.name + ", Ihr Gerät " + d.device + " ist bei uns. Die Auftragsnummer ist " + d.ticket + ". Hier können Sie die Reparatur verfolgen: " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Guten Tag " + d.name + ", wir haben uns Ihr Gerät " + d.device + " (" + d.ticket + ") angesehen und brauchen Ihre Freigabe, bevor wir weitermachen: " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Guten Tag " + d.name + ", wir haben ein Ersatzteil für Ihr Gerät " + d.device + " (" + d.ticket + ") bestellt. Wir schreiben wieder, wenn es fertig ist. " + d.shop,
    Fixed: (d) => "Guten Tag " + d.name + ", Ihr Gerät " + d.device + " (" + d.ticket + ") ist fertig. Zu zahlen: " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Guten Tag " + d.name + ", es tut uns leid: Ihr Gerät " + d.device + " (" + d.ticket + ") lässt sich nicht reparieren. Bitte kommen Sie vorbei. " + d.shop,
    "Picked up": (d) => "Guten Tag " + d.name + ", vielen Dank für Ihren Besuch. Wir wünschen Ihnen viel Freude mit Ihrem Gerät " + d.device + ". " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Guten Tag " + d.name + ", Ihr Gerät " + d.device + " (" + d.ticket + ") ist fertig und wartet auf Sie. Zu zahlen: " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Guten Tag " + d.name + ", unser Kostenvoranschlag für Ihr Gerät " + d.device + " (" + d.ticket + ") wartet noch auf Ihre Antwort: " + d.link + " " + d.shop,
    "balance-open": (d) => "Guten Tag " + d.name + ", für Ihr Gerät " + d.device + " (" + d.ticket + ") sind noch " + d.balance + " offen. Hier können Sie es ansehen und bezahlen: " + d.link + " " + d.shop
  },
  other: (d) => "Guten Tag " + d.name + ", es geht um Ihr Gerät " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  subject: (d) => "Ihr Gerät " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Kostenvoranschlag für Ihr Gerät " + d.device,
  estimate: (d) => "Guten Tag " + d.name + ", hier ist unser Kostenvoranschlag für Ihr Gerät " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  invoiceSubject: (d) => "Ihre Rechnung " + d.number,
  invoice: (d) => "Guten Tag " + d.name + ", hier ist die Rechnung " + d.number + " für Ihr Gerät " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "Ihre Rechnungskorrektur " + d.number,
  creditNote: (d) => "Guten Tag " + d.name + ", hier ist die Rechnungskorrektur " + d.number + " für Ihr Gerät " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  code: (d) => "Ihr Bestätigungscode von " + d.shop + " ist " + d.code + ". Er gilt " + d.minutes + " Minuten.",
  replySubject: (d) => "Ihr Auftrag " + d.ticket
} as MessagesTexts
