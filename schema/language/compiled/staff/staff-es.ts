// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'


export const texts = {
  words: {
    status: {
      Diagnosis: () => "Diagnóstico",
      "Dropped Off": () => "Entregado en tienda",
      Fixed: () => "Reparado",
      "In Progress": () => "En curso",
      "In the Lab": () => "En el laboratorio",
      Lead: () => "Solicitud",
      "Not Fixable": () => "Sin reparación posible",
      "Part Not Available": () => "Pieza no disponible",
      "Picked up": () => "Recogido",
      Recycled: () => "Reciclado",
      "Waiting For Approval": () => "A la espera de aprobación",
      "Waiting For Part": () => "A la espera de pieza",
      "Waiting for information": () => "A la espera de información",
      Cancelled: () => "Cancelado"
    }
  },
  errors: {
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
  },
  common: {
    save: () => "Guardar",
    cancel: () => "Cancelar",
    close: () => "Cerrar",
    "delete": () => "Eliminar",
    edit: () => "Editar",
    add: () => "Añadir",
    remove: () => "Quitar",
    undo: () => "Deshacer",
    retry: () => "Reintentar",
    tryAgain: () => "Volver a intentar",
    back: () => "Volver",
    next: () => "Siguiente",
    print: () => "Imprimir",
    send: () => "Enviar",
    copy: () => "Copiar",
    open: () => "Abrir",
    search: () => "Buscar",
    loading: () => "Cargando…",
    yes: () => "Sí",
    no: () => "No",
    name: () => "Nombre",
    phone: () => "Teléfono",
    email: () => "Correo electrónico",
    customer: () => "Cliente",
    order: () => "Orden",
    date: () => "Fecha",
    status: () => "Estado",
    total: () => "Total"
  },
  menu: {
    today: () => "Hoy"
  },
  today: {
    title: () => "Hoy",
    promised: () => "Prometido para hoy",
    late: () => "Con retraso",
    ready: () => "Listo para recoger",
    waiting: () => "En espera pasada la fecha prometida",
    messages: () => "Mensajes nuevos",
    leads: () => "Solicitudes",
    myTasks: () => "Mis tareas",
    cash: () => "Cobrado en efectivo hasta ahora",
    all: () => "Cobrado en total hasta ahora"
  }
} as StaffTexts
