// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'


export const texts = {
  words: {
    status: {
      Diagnosis: () => "Diagnosi",
      "Dropped Off": () => "Consegnato al negozio",
      Fixed: () => "Riparato",
      "In Progress": () => "In lavorazione",
      "In the Lab": () => "In laboratorio",
      Lead: () => "Richiesta",
      "Not Fixable": () => "Non riparabile",
      "Part Not Available": () => "Ricambio non disponibile",
      "Picked up": () => "Ritirato",
      Recycled: () => "Riciclato",
      "Waiting For Approval": () => "In attesa di approvazione",
      "Waiting For Part": () => "In attesa del ricambio",
      "Waiting for information": () => "In attesa di informazioni",
      Cancelled: () => "Annullato"
    }
  },
  errors: {
    VALIDATION: () => "Alcuni valori non sono validi.",
    INVALID_REFERENCE: () => "Si riferisce a qualcosa che non esiste in questo negozio.",
    UNAUTHENTICATED: () => "Effettui l’accesso.",
    SIGN_IN_CODE_REQUIRED: () => "Inserisca il codice della Sua app.",
    FORBIDDEN: () => "Non ha il permesso di farlo.",
    FRESH_CODE_REQUIRED: () => "Inserisca un codice della Sua app per continuare.",
    NOT_FOUND: () => "Non trovato.",
    METHOD_NOT_ALLOWED: () => "Questo indirizzo non accetta quel metodo.",
    CONFLICT: () => "È in contrasto con quanto salvato.",
    DELETED: () => "Nel frattempo è stato eliminato.",
    CHANGED_SINCE: () => "Da allora qualcosa è stato aggiunto o modificato. Eliminare comunque?",
    DELETED_TOO: () => "Lo ha eliminato anche qualcun altro.",
    FOREIGN_KEY_VIOLATION: () => "È ancora in uso.",
    UNIQUE_CONSTRAINT_VIOLATION: () => "Questo valore è già usato.",
    SHOP_ALREADY_ASSIGNED: () => "Questo negozio appartiene già a un’altra azienda.",
    PAYLOAD_TOO_LARGE: () => "È troppo grande per un solo invio.",
    UNSUPPORTED_MEDIA_TYPE: () => "Le richieste devono essere in JSON.",
    UPGRADE_REQUIRED: () => "Aggiorni Mainspring per continuare a sincronizzare.",
    TOO_MANY_REQUESTS: () => "Troppi tentativi. Attenda un momento.",
    INTERNAL: () => "Qualcosa è andato storto sul server.",
    UNAVAILABLE: () => "Il server al momento non è disponibile.",
    STORAGE_FULL: () => "Il server non ha più spazio. Riprovi più tardi."
  },
  common: {
    save: () => "Salva",
    cancel: () => "Annulla",
    close: () => "Chiudi",
    "delete": () => "Elimina",
    edit: () => "Modifica",
    add: () => "Aggiungi",
    remove: () => "Rimuovi",
    undo: () => "Annulla",
    retry: () => "Riprova",
    tryAgain: () => "Riprova",
    back: () => "Indietro",
    next: () => "Avanti",
    print: () => "Stampa",
    send: () => "Invia",
    copy: () => "Copia",
    open: () => "Apri",
    search: () => "Cerca",
    loading: () => "Caricamento…",
    yes: () => "Sì",
    no: () => "No",
    name: () => "Nome",
    phone: () => "Telefono",
    email: () => "E-mail",
    customer: () => "Cliente",
    order: () => "Riparazione",
    date: () => "Data",
    status: () => "Stato",
    total: () => "Totale"
  },
  menu: {
    today: () => "Oggi"
  },
  today: {
    title: () => "Oggi",
    promised: () => "Promesse per oggi",
    late: () => "In ritardo",
    ready: () => "Pronte per il ritiro",
    waiting: () => "In attesa oltre la data promessa",
    messages: () => "Nuovi messaggi",
    leads: () => "Richieste",
    myTasks: () => "Le mie attività",
    cash: () => "Incassato in contanti finora",
    all: () => "Incassato in totale finora"
  }
} as StaffTexts
