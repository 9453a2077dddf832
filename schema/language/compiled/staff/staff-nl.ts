// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'


export const texts = {
  words: {
    status: {
      Diagnosis: () => "Diagnose",
      "Dropped Off": () => "Ingeleverd",
      Fixed: () => "Gerepareerd",
      "In Progress": () => "In behandeling",
      "In the Lab": () => "In het lab",
      Lead: () => "Aanvraag",
      "Not Fixable": () => "Niet te repareren",
      "Part Not Available": () => "Onderdeel niet leverbaar",
      "Picked up": () => "Opgehaald",
      Recycled: () => "Gerecycled",
      "Waiting For Approval": () => "Wacht op akkoord",
      "Waiting For Part": () => "Wacht op onderdeel",
      "Waiting for information": () => "Wacht op informatie",
      Cancelled: () => "Geannuleerd"
    }
  },
  errors: {
    VALIDATION: () => "Sommige gegevens zijn niet geldig.",
    INVALID_REFERENCE: () => "Dit verwijst naar iets dat in deze winkel niet bestaat.",
    UNAUTHENTICATED: () => "Meld u aan.",
    SIGN_IN_CODE_REQUIRED: () => "Voer de code uit uw app in.",
    FORBIDDEN: () => "U mag dit niet doen.",
    FRESH_CODE_REQUIRED: () => "Voer een code uit uw app in om door te gaan.",
    NOT_FOUND: () => "Niet gevonden.",
    METHOD_NOT_ALLOWED: () => "Dit adres accepteert die methode niet.",
    CONFLICT: () => "Dit is in strijd met wat is opgeslagen.",
    DELETED: () => "Dit is intussen verwijderd.",
    CHANGED_SINCE: () => "Sindsdien is er iets toegevoegd of gewijzigd. Toch verwijderen?",
    DELETED_TOO: () => "Iemand anders heeft dit ook verwijderd.",
    FOREIGN_KEY_VIOLATION: () => "Dit is nog in gebruik.",
    UNIQUE_CONSTRAINT_VIOLATION: () => "Deze waarde is al in gebruik.",
    SHOP_ALREADY_ASSIGNED: () => "Deze winkel hoort al bij een ander bedrijf.",
    PAYLOAD_TOO_LARGE: () => "Dit is te groot om in één keer te versturen.",
    UNSUPPORTED_MEDIA_TYPE: () => "Verzoeken moeten JSON zijn.",
    UPGRADE_REQUIRED: () => "Werk Mainspring bij om verder te synchroniseren.",
    TOO_MANY_REQUESTS: () => "Te veel pogingen. Wacht een ogenblik.",
    INTERNAL: () => "Er ging iets mis op de server.",
    UNAVAILABLE: () => "De server is op dit moment niet beschikbaar.",
    STORAGE_FULL: () => "De server heeft geen ruimte meer. Probeer het later opnieuw."
  },
  common: {
    save: () => "Opslaan",
    cancel: () => "Annuleren",
    close: () => "Sluiten",
    "delete": () => "Verwijderen",
    edit: () => "Bewerken",
    add: () => "Toevoegen",
    remove: () => "Weghalen",
    undo: () => "Ongedaan maken",
    retry: () => "Opnieuw proberen",
    tryAgain: () => "Opnieuw proberen",
    back: () => "Terug",
    next: () => "Volgende",
    print: () => "Afdrukken",
    send: () => "Versturen",
    copy: () => "Kopiëren",
    open: () => "Openen",
    search: () => "Zoeken",
    loading: () => "Laden…",
    yes: () => "Ja",
    no: () => "Nee",
    name: () => "Naam",
    phone: () => "Telefoon",
    email: () => "E-mail",
    customer: () => "Klant",
    order: () => "Opdracht",
    date: () => "Datum",
    status: () => "Status",
    total: () => "Totaal"
  },
  menu: {
    today: () => "Vandaag"
  },
  today: {
    title: () => "Vandaag",
    promised: () => "Beloofd voor vandaag",
    late: () => "Te laat",
    ready: () => "Klaar om op te halen",
    waiting: () => "Wacht voorbij de beloofde dag",
    messages: () => "Nieuwe berichten",
    leads: () => "Aanvragen",
    myTasks: () => "Mijn taken",
    cash: () => "Tot nu toe contant ontvangen",
    all: () => "Tot nu toe in totaal ontvangen"
  }
} as StaffTexts
