// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'


export const texts = {
  words: {
    status: {
      Diagnosis: () => "Diagnostic",
      "Dropped Off": () => "Déposé",
      Fixed: () => "Réparé",
      "In Progress": () => "En cours",
      "In the Lab": () => "Au laboratoire",
      Lead: () => "Demande",
      "Not Fixable": () => "Irréparable",
      "Part Not Available": () => "Pièce indisponible",
      "Picked up": () => "Récupéré",
      Recycled: () => "Recyclé",
      "Waiting For Approval": () => "En attente d’accord",
      "Waiting For Part": () => "En attente de pièce",
      "Waiting for information": () => "En attente d’informations",
      Cancelled: () => "Annulé"
    }
  },
  errors: {
    VALIDATION: () => "Certaines valeurs ne sont pas valables.",
    INVALID_REFERENCE: () => "Cela renvoie à un élément qui n’existe pas dans ce magasin.",
    UNAUTHENTICATED: () => "Veuillez vous connecter.",
    SIGN_IN_CODE_REQUIRED: () => "Saisissez le code de votre application.",
    FORBIDDEN: () => "Vous n’avez pas le droit de faire cela.",
    FRESH_CODE_REQUIRED: () => "Saisissez un code de votre application pour continuer.",
    NOT_FOUND: () => "Introuvable.",
    METHOD_NOT_ALLOWED: () => "Cette adresse n’accepte pas cette méthode.",
    CONFLICT: () => "Cela contredit ce qui est enregistré.",
    DELETED: () => "Cela a été supprimé entre-temps.",
    CHANGED_SINCE: () => "Quelque chose a été ajouté ou modifié depuis. Supprimer quand même ?",
    DELETED_TOO: () => "Quelqu’un d’autre l’a aussi supprimé.",
    FOREIGN_KEY_VIOLATION: () => "Cet élément est encore utilisé.",
    UNIQUE_CONSTRAINT_VIOLATION: () => "Cette valeur est déjà prise.",
    SHOP_ALREADY_ASSIGNED: () => "Ce magasin appartient déjà à une autre société.",
    PAYLOAD_TOO_LARGE: () => "C’est trop volumineux pour un seul envoi.",
    UNSUPPORTED_MEDIA_TYPE: () => "Les requêtes doivent être en JSON.",
    UPGRADE_REQUIRED: () => "Mettez Mainspring à jour pour continuer la synchronisation.",
    TOO_MANY_REQUESTS: () => "Trop d’essais. Veuillez patienter un instant.",
    INTERNAL: () => "Un problème est survenu sur le serveur.",
    UNAVAILABLE: () => "Le serveur n’est pas disponible pour le moment.",
    STORAGE_FULL: () => "Le serveur n’a plus de place. Veuillez réessayer plus tard."
  },
  common: {
    save: () => "Enregistrer",
    cancel: () => "Annuler",
    close: () => "Fermer",
    "delete": () => "Supprimer",
    edit: () => "Modifier",
    add: () => "Ajouter",
    remove: () => "Retirer",
    undo: () => "Annuler",
    retry: () => "Réessayer",
    tryAgain: () => "Réessayer",
    back: () => "Retour",
    next: () => "Suivant",
    print: () => "Imprimer",
    send: () => "Envoyer",
    copy: () => "Copier",
    open: () => "Ouvrir",
    search: () => "Rechercher",
    loading: () => "Chargement…",
    yes: () => "Oui",
    no: () => "Non",
    name: () => "Nom",
    phone: () => "Téléphone",
    email: () => "E-mail",
    customer: () => "Client",
    order: () => "Réparation",
    date: () => "Date",
    status: () => "Statut",
    total: () => "Total"
  },
  menu: {
    today: () => "Aujourd’hui"
  },
  today: {
    title: () => "Aujourd’hui",
    promised: () => "Promis pour aujourd’hui",
    late: () => "En retard",
    ready: () => "Prêt à être retiré",
    waiting: () => "En attente au-delà de la date promise",
    messages: () => "Nouveaux messages",
    leads: () => "Demandes",
    myTasks: () => "Mes tâches",
    cash: () => "Encaissé en espèces jusqu’ici",
    all: () => "Encaissé au total jusqu’ici"
  }
} as StaffTexts
