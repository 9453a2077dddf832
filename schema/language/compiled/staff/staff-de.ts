// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'


export const texts = {
  words: {
    status: {
      Diagnosis: () => "Diagnose",
      "Dropped Off": () => "Abgegeben",
      Fixed: () => "Repariert",
      "In Progress": () => "In Arbeit",
      "In the Lab": () => "Im Labor",
      Lead: () => "Anfrage",
      "Not Fixable": () => "Nicht reparierbar",
      "Part Not Available": () => "Teil nicht lieferbar",
      "Picked up": () => "Abgeholt",
      Recycled: () => "Recycelt",
      "Waiting For Approval": () => "Wartet auf Freigabe",
      "Waiting For Part": () => "Wartet auf Ersatzteil",
      "Waiting for information": () => "Wartet auf Rückmeldung",
      Cancelled: () => "Storniert"
    }
  },
  errors: {
    VALIDATION: () => "Einige Angaben sind nicht gültig.",
    INVALID_REFERENCE: () => "Das verweist auf etwas, das es in diesem Geschäft nicht gibt.",
    UNAUTHENTICATED: () => "Bitte melden Sie sich an.",
    SIGN_IN_CODE_REQUIRED: () => "Geben Sie den Code aus Ihrer App ein.",
    FORBIDDEN: () => "Dafür haben Sie keine Berechtigung.",
    FRESH_CODE_REQUIRED: () => "Geben Sie einen Code aus Ihrer App ein, um fortzufahren.",
    NOT_FOUND: () => "Nicht gefunden.",
    METHOD_NOT_ALLOWED: () => "Diese Adresse nimmt solche Anfragen nicht an.",
    CONFLICT: () => "Das widerspricht dem, was gespeichert ist.",
    DELETED: () => "Das wurde inzwischen gelöscht.",
    CHANGED_SINCE: () => "Seitdem ist etwas dazugekommen oder geändert worden. Trotzdem löschen?",
    DELETED_TOO: () => "Das hat noch jemand gelöscht.",
    FOREIGN_KEY_VIOLATION: () => "Das wird noch gebraucht.",
    UNIQUE_CONSTRAINT_VIOLATION: () => "Dieser Wert ist schon vergeben.",
    SHOP_ALREADY_ASSIGNED: () => "Dieses Geschäft gehört schon zu einer anderen Firma.",
    PAYLOAD_TOO_LARGE: () => "Das ist zu groß, um es auf einmal zu senden.",
    UNSUPPORTED_MEDIA_TYPE: () => "Anfragen müssen JSON sein.",
    UPGRADE_REQUIRED: () => "Aktualisieren Sie Mainspring, um weiter abzugleichen.",
    TOO_MANY_REQUESTS: () => "Zu viele Versuche. Bitte warten Sie einen Moment.",
    INTERNAL: () => "Auf dem Server ist etwas schiefgegangen.",
    UNAVAILABLE: () => "Der Server ist gerade nicht erreichbar.",
    STORAGE_FULL: () => "Auf dem Server ist kein Platz mehr. Bitte versuchen Sie es später noch einmal."
  },
  common: {
    save: () => "Speichern",
    cancel: () => "Abbrechen",
    close: () => "Schließen",
    "delete": () => "Löschen",
    edit: () => "Bearbeiten",
    add: () => "Hinzufügen",
    remove: () => "Entfernen",
    undo: () => "Rückgängig",
    retry: () => "Erneut versuchen",
    tryAgain: () => "Noch einmal versuchen",
    back: () => "Zurück",
    next: () => "Weiter",
    print: () => "Drucken",
    send: () => "Senden",
    copy: () => "Kopieren",
    open: () => "Öffnen",
    search: () => "Suchen",
    loading: () => "Wird geladen …",
    yes: () => "Ja",
    no: () => "Nein",
    name: () => "Name",
    phone: () => "Telefon",
    email: () => "E-Mail",
    customer: () => "Kunde",
    order: () => "Auftrag",
    date: () => "Datum",
    status: () => "Status",
    total: () => "Summe"
  },
  menu: {
    today: () => "Heute"
  },
  today: {
    title: () => "Heute",
    promised: () => "Für heute versprochen",
    late: () => "Überfällig",
    ready: () => "Abholbereit",
    waiting: () => "Wartet über den Termin hinaus",
    messages: () => "Neue Nachrichten",
    leads: () => "Anfragen",
    myTasks: () => "Meine Aufgaben",
    cash: () => "Bisher bar eingenommen",
    all: () => "Bisher insgesamt eingenommen"
  }
} as StaffTexts
