import { foldText } from '../../values/customer-match.ts'
import { type OrderStatusName, orderStatusIdByName, orderStatuses } from '../../values/order-status.ts'

/**
 * Folded words of other systems' statuses by meaning, in English, German, French, Spanish, Portuguese, Italian and Dutch. Only whole words
 * match; `*` stands for the endings -o, -a, -os, -as, -i, -e.
 */
const wordsByMeaning = {
  not: 'not no non nicht kein keine pas ne sans sin nao sem senza niet geen never without t cannot unable couldn',
  yet: 'yet noch encore aun todavia ainda ancora nog',
  to: 'to be zu a por para per da te ready needs need required pending pendiente pendente awaiting awaits waiting wait waits wartet warten wartend wacht wachten attente attend attesa esperando espera aguardando',
  wait: 'awaiting awaits waiting wait waits pending pendiente pendente hold paused wartet warten wartend pausiert wacht wachten wachtend attente attend pause attesa sospeso esperando espera pausa aguardando',
  in: 'in en em under im beim au',
  collected:
    'collected delivered returned handed issued shipped dispatched abgeholt ausgegeben ausgeliefert geliefert ubergeben zuruckgegeben ausgehandigt verschickt recupere recuperee livre livree rendu rendue restitue restituee remis entregad* entregue retirad* recogid* levantad* devuelt* devolvid* enviad* ritirat* consegnat* spedit* opgehaald afgehaald geleverd uitgeleverd verzonden',
  collection:
    'pickup collection collect uncollected unclaimed undelivered delivery deliver abholung abzuholen abholen abholbereit retrait recuperer livrer recoger recogida entregar entrega retirada retirar recolha levantar ritiro ritirare consegna consegnare afhalen ophalen halen afhaling',
  told: 'notified called informed contacted benachrichtigt verstandigt informiert prevenu notificad* avisad* avvisat* verwittigd geinformeerd',
  closed: 'closed resolved archived archiviert geschlossen ferme fermee cloture cloturee archive cerrad* fechad* encerrad* chius* gesloten afgesloten',
  invoiced: 'invoiced billed invoice rechnung berechnet fakturiert facture facturee facturad* faturad* fatturat* gefactureerd',
  paid: 'paid payment bezahlt zahlung paye payee paiement pagad* pag* pagamento pagat* betaald betaling',
  unpaid: 'unpaid unbezahlt impaye impayee impagad* onbetaald',
  deposit: 'deposit partially partly teilweise angezahlt prepaid prepayment anzahlung acompte anticipo senal sinal acconto aanbetaling',
  fixed:
    'fixed repaired ready done complete completed finished repariert fertig fertiggestellt bereit erledigt abgeschlossen repare reparee pret prete termine terminee acheve reparad* consertad* arreglad* listo lista terminad* finalizad* concluid* pronto pronta riparat* aggiustat* terminat* completat* finito gerepareerd hersteld klaar gereed afgerond voltooid',
  unfinished: 'unfinished incomplete unready unfertig',
  repair:
    'repair fix reparatur reparieren reparation reparer reparacion reparar arreglar reparo reparacao conserto consertar riparazione riparare reparatie repareren herstellen',
  repairable:
    'repairable fixable repaired fixed reparierbar repariert reparabel reparable reparables repare reparad* reparavel consertad* riparabile riparat* repareerbaar herstelbaar gerepareerd',
  unrepairable:
    'unrepairable unfixable unrepaired irreparable beyond uneconomical irreparabel unreparierbar totalschaden irrecuperable irreparavel irreparabile onherstelbaar',
  cancelled:
    'cancelled canceled cancel void voided abandoned storniert abgebrochen aufgegeben annule annulee abandonne abandonnee cancelad* anulad* abandonad* annullat* abbandonat* geannuleerd',
  declined: 'declined rejected refused denied abgelehnt refuse refusee rechazad* recusad* rejeitad* rifiutat* afgewezen geweigerd',
  recycled:
    'recycled recycle disposed disposal scrapped scrap recycelt entsorgt verschrottet recycle recyclee reciclad* desechad* descartad* riciclat* smaltit* gerecycled',
  lab: 'lab laboratory outsourced subcontracted labor extern labo laboratoire laboratorio',
  back: 'back from zuruck volta retour returned',
  part: 'part parts spare spares backorder backordered ersatzteil ersatzteile ersatzteilen teil teile teilen piece pieces pieza piezas repuesto repuestos peca pecas ricambio ricambi pezzo pezzi onderdeel onderdelen',
  unavailable: 'unavailable discontinued indisponible indisponibles indisponivel indisponibile',
  available: 'available lieferbar verfugbar disponible disponibles disponivel disponibile leverbaar verkrijgbaar',
  arrived:
    'arrived received delivered eingetroffen angekommen geliefert arrive arrivee arrivees recu recue recues llegad* recibid* chegou recebid* arrivat* ricevut* binnen aangekomen ontvangen geleverd',
  estimate:
    'estimate estimates quote quoted quotation kv kva approval authorization authorisation kostenvoranschlag angebot freigabe genehmigung devis presupuesto aprobacion orcamento aprovacao preventivo approvazione offerte prijsopgave goedkeuring',
  approving: 'approve confirm genehmigen freigeben bestatigen approuver aprobar aprovar approvare goedkeuren',
  approved:
    'approved authorized authorised confirmed genehmigt freigegeben bestatigt erteilt approuve approuvee accepte acceptee accord aprobad* aceptad* aprovad* aceit* approvat* accettat* goedgekeurd akkoord',
  person: 'customer client kunde kunden kundin cliente klant',
  information:
    'reply response answer info information rueckmeldung ruckmeldung antwort informationen reponse respuesta informacion resposta informacao risposta informazioni antwoord informatie',
  progress:
    'progress qc repairing started working work bench rework testing tested test quality begun processing bearbeitung arbeit begonnen gestartet cours commence curso proceso reparando empezad* iniciad* andamento lavorazione corso iniziat* bezig behandeling uitvoering gestart',
  dropped:
    'dropped drop checkin received accepted queued queue angenommen eingegangen erhalten warteschlange recu recue recibid* recebid* ricevut* ontvangen binnengekomen wachtrij',
  lead: 'lead appointment booked booking scheduled schedule inquiry enquiry request requested termin anfrage rendezvous cita agendad* agendamento appuntamento afspraak aanvraag',
  diagnosis:
    'diagnosis diagnostics diagnosing diagnostic diagnosed inspection inspecting assessment assessing assessed new open opened reopened outstanding angelegt pending diagnose neu offen prufung nouveau nouvelle ouvert ouverte diagnostico nuev* abiert* pendiente pendente nov* abert* nuov* apert* diagnosi nieuw',
} as const

/** Phrases, replaced by one word of the table. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:picked|pick) ?up ready\b/, 'pickup'],
  [/\bpicked up\b/, 'collected'],
  [/\bpick(?:ing)? up\b/, 'pickup'],
  [/\bcheck(?:ed)? in\b/, 'checkin'],
  [/\b(?:third party|sent out)\b/, 'lab'],
  [/\b(?:end of life|ber)\b/, 'unrepairable'],
  [/\brendez vous\b/, 'rendezvous'],
  [/\bpart paid\b/, 'deposit'],
  [/\bon order\b/, 'backorder'],
  // Portuguese 'no' is 'in the'.
  [/\bno (?=conserto\b|reparo\b|lab)/, 'em '],
]

type Meaning = keyof typeof wordsByMeaning

const endings = ['o', 'a', 'os', 'as', 'i', 'e']

const meaningsByWord = new Map<string, Set<Meaning>>()
for (const [meaning, words] of Object.entries(wordsByMeaning) as [Meaning, string][]) {
  for (const word of words.split(' ')) {
    for (const one of word.endsWith('*') ? endings.map((ending) => word.slice(0, -1) + ending) : [word]) {
      meaningsByWord.set(one, (meaningsByWord.get(one) ?? new Set()).add(meaning))
    }
  }
}

const helpers: ReadonlySet<Meaning> = new Set(['not', 'yet', 'to', 'wait', 'in'])

type Word = { meanings: ReadonlySet<Meaning>; isNegated: boolean; isComing: boolean; isUnderWay: boolean }

/** 'not' and 'to be' apply to the next meaningful word, at most so many words later. */
const reach = 3

function readWords(folded: string): Word[] {
  const plain = phrases.reduce((text, [pattern, word]) => text.replace(pattern, word), folded)
  let [negated, coming, underWay] = [0, 0, 0]
  return plain.split(' ').map((text, place, all): Word => {
    const meanings = meaningsByWord.get(text) ?? new Set()
    const isContent = [...meanings].some((meaning) => !helpers.has(meaning))
    const isLast = all[place + 1] !== undefined && place + 2 === all.length && meaningsByWord.get(all[place + 1] ?? '')?.has('not') === true
    const word = { meanings, isNegated: negated > 0 || (isContent && isLast), isComing: coming > 0, isUnderWay: underWay > 0 }
    ;[negated, coming, underWay] = [negated - 1, coming - 1, underWay - 1]
    if (isContent) [negated, coming, underWay] = [0, 0, 0]
    if (meanings.has('not')) negated = reach
    if (meanings.has('to')) coming = reach
    if (meanings.has('in')) underWay = 1
    return word
  })
}

/** The first matching rule counts; undefined if none matches. */
function wordsToStatus(words: readonly Word[]): OrderStatusName | undefined {
  const find = (meaning: Meaning, test: (word: Word) => boolean): boolean => words.some((word) => word.meanings.has(meaning) && test(word))
  const any = (meaning: Meaning): boolean => find(meaning, () => true)
  const has = (meaning: Meaning): boolean => find(meaning, ({ isNegated }) => !isNegated)
  const no = (meaning: Meaning): boolean => find(meaning, ({ isNegated }) => isNegated)
  const coming = (meaning: Meaning): boolean => find(meaning, ({ isComing, isNegated }) => isComing && !isNegated)
  const is = (meaning: Meaning): boolean => find(meaning, ({ isComing, isNegated }) => !isComing && !isNegated)

  if (any('part')) {
    if (has('unavailable') || no('available')) return 'Part Not Available'
    return is('arrived') || is('available') ? 'In Progress' : 'Waiting For Part'
  }
  if (any('lab')) return any('back') ? 'In Progress' : 'In the Lab'
  if (is('lead') && is('approved')) return 'Lead'
  if (any('estimate') || any('approving') || any('approved')) {
    // The shop still has the device and must ask the customer.
    if (has('declined') || has('cancelled')) return 'Waiting for information'
    return is('approved') || is('dropped') ? 'In Progress' : 'Waiting For Approval'
  }
  if (is('collected')) return 'Picked up'
  if (no('repairable') && any('yet')) return 'Dropped Off'
  if (has('unrepairable') || no('repairable') || no('repair')) return 'Not Fixable'
  if (has('cancelled') || has('declined')) return 'Cancelled'
  if (has('recycled')) return 'Recycled'
  if (no('fixed') || has('unfinished')) return 'In Progress'
  if (any('collected') || any('collection') || is('told')) return 'Fixed'
  if (coming('paid') || ((no('paid') || has('unpaid')) && (any('invoiced') || any('fixed') || any('closed')))) return 'Fixed'
  if (any('invoiced') && any('diagnosis')) return 'Fixed'
  if (is('closed') || is('invoiced') || (is('paid') && !any('deposit'))) return no('paid') || has('unpaid') ? undefined : 'Picked up'
  if (any('information') || (has('wait') && any('person'))) return 'Waiting for information'
  if (coming('repair') || coming('repairable') || coming('progress') || no('progress')) return 'Dropped Off'
  if (has('fixed')) return 'Fixed'
  if (has('progress') || find('repair', ({ isUnderWay }) => isUnderWay)) return 'In Progress'
  if (has('lead') || no('dropped')) return 'Lead'
  if (has('dropped')) return 'Dropped Off'
  if (any('diagnosis')) return 'Diagnosis'
  return has('wait') ? 'Waiting for information' : undefined
}

const idByFoldedName = new Map(orderStatuses.map(({ id, statusName }) => [foldText(statusName), id]))

/** Its words, or its signs where it has no words. */
export function foldStatus(text: string): string {
  const folded = foldText(text)
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || folded.trim()
}

/** `isKnown` false: no rule matches, and the caller keeps the text. */
export function readStatus(text: string): { id: string; isKnown: boolean } {
  const folded = foldStatus(text)
  const own = idByFoldedName.get(folded)
  if (own !== undefined) return { id: own, isKnown: true }
  const name = wordsToStatus(readWords(folded))
  return { id: orderStatusIdByName[name ?? 'Diagnosis'], isKnown: name !== undefined || folded === '' }
}
