// Made by `npm run texts` from schema/texts.
import type { ErrorsTexts } from './errors-type.ts'


export const texts = {
  VALIDATION: () => "Algunos valores no son válidos.",
  INVALID_REFERENCE: () => "Esto se refiere a algo que no existe en esta tienda.",
  UNAUTHENTICATED: () => "Inicie sesión, por favor.",
  SIGN_IN_CODE_REQUIRED: () => "Escriba el código de su aplicación.",
  FORBIDDEN: () => "No tiene permiso para hacer esto.",
  FRESH_CODE_REQUIRED: () => "Escriba un código de su aplicación para continuar.",
  NOT_FOUND: () => "No se ha encontrado.",
  METHOD_NOT_ALLOWED: () => "Esta dirección no admite ese método.",
  CONFLICT: () => "Esto contradice lo que está guardado.",
  DELETED: () => "Esto se ha eliminado entretanto.",
  CHANGED_SINCE: () => "Desde entonces se ha añadido o cambiado algo. ¿Eliminar de todos modos?",
  DELETED_TOO: () => "Otra persona también lo ha eliminado.",
  FOREIGN_KEY_VIOLATION: () => "Todavía está en uso.",
  UNIQUE_CONSTRAINT_VIOLATION: () => "Este valor ya está ocupado.",
  SHOP_ALREADY_ASSIGNED: () => "Esta tienda ya pertenece a otra empresa.",
  PAYLOAD_TOO_LARGE: () => "Es demasiado grande para enviarlo de una vez.",
  UNSUPPORTED_MEDIA_TYPE: () => "Las peticiones deben ser JSON.",
  UPGRADE_REQUIRED: () => "Actualice Mainspring para seguir sincronizando.",
  TOO_MANY_REQUESTS: () => "Demasiados intentos. Espere un momento, por favor.",
  INTERNAL: () => "Algo ha fallado en el servidor.",
  UNAVAILABLE: () => "El servidor no está disponible en este momento.",
  STORAGE_FULL: () => "El servidor no tiene más espacio. Inténtelo más tarde, por favor."
} as ErrorsTexts
