// Made by `npm run texts` from schema/texts.
import type { ErrorsTexts } from './errors-type.ts'


export const texts = {
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
} as ErrorsTexts
