// Made by `npm run texts` from schema/texts.
import type { ErrorsTexts } from './errors-type.ts'


export const texts = {
  VALIDATION: () => "Some values are not valid.",
  INVALID_REFERENCE: () => "This refers to something that does not exist in this shop.",
  UNAUTHENTICATED: () => "Please sign in.",
  SIGN_IN_CODE_REQUIRED: () => "Enter the code from your app.",
  FORBIDDEN: () => "You do not have permission to do this.",
  FRESH_CODE_REQUIRED: () => "Enter a code from your app to go on.",
  NOT_FOUND: () => "Not found.",
  METHOD_NOT_ALLOWED: () => "This address does not take that method.",
  CONFLICT: () => "This conflicts with what is stored.",
  DELETED: () => "This was deleted in the meantime.",
  CHANGED_SINCE: () => "Since then something was added or changed. Delete anyway?",
  DELETED_TOO: () => "Somebody else deleted this too.",
  FOREIGN_KEY_VIOLATION: () => "This is still in use.",
  UNIQUE_CONSTRAINT_VIOLATION: () => "This value is already taken.",
  SHOP_ALREADY_ASSIGNED: () => "This shop is already assigned to another entity.",
  PAYLOAD_TOO_LARGE: () => "This is too large to be sent at once.",
  UNSUPPORTED_MEDIA_TYPE: () => "Requests must be JSON.",
  UPGRADE_REQUIRED: () => "Update Mainspring to go on syncing.",
  TOO_MANY_REQUESTS: () => "Too many tries. Please wait a moment.",
  INTERNAL: () => "Something went wrong on the server.",
  UNAVAILABLE: () => "The server is not available right now.",
  STORAGE_FULL: () => "The server has no room left on its disk. Please try again later."
} as ErrorsTexts
