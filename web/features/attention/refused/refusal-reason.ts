import { readMergedIssue } from '#schema/rules/customers/merged-away.ts'
import { capitalize } from '#schema/rules/text/capitalize.ts'
import { isRestorableCollection } from '#schema/api/deleted.ts'
import type { Collection } from '#schema/collection.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { type ChangeWords, nameRow, opToName } from '../change-words.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { changeToMissingRow, findFault, type Refused } from './refused-groups.ts'

/** Why a change was refused and what to do; `server` is the server's message where it adds something. */
type Reason = { what: string; help: string; server: string | undefined }

export type ReasonContext = {
  words: ChangeWords
  /** The change's author when it is not the reader. */
  author?: string | undefined
  /** Whether the author is a member of the shop now. */
  isMember: boolean
  /** Whether a form can show the change. */
  canEdit: boolean
  /** Whether the row that the server missed is on this device now, or was itself refused. */
  hasRow: (row: RowRef) => boolean
  isRefused: (row: RowRef) => boolean
}

const copyIt = 'Copy what was typed and enter it again where it belongs.'
const tellAdministrator = 'Ask your administrator for it, then retry.'

/** One or two sentences on what happened, and one on what to do. */
export function refusalToReason(change: Refused, context: ReasonContext): Reason {
  const { what, help } = explain(change, context)
  const { message, issues = [] } = change.error
  const said = [...new Set([message, ...issues.map((issue) => issue.message)])].filter(
    (text) => text !== '' && !what.includes(text) && readMergedIssue(issues) === undefined,
  )
  return { what, help, server: said.length === 0 ? undefined : said.join(' ') }
}

function explain(change: Refused, context: ReasonContext): { what: string; help: string } {
  const { error } = change
  const subject = toSubject(change, context)
  const editOr = (otherwise: string): string => (context.canEdit ? 'Edit it, correct that and save.' : otherwise)
  switch (error.code) {
    case 'FORBIDDEN':
      return explainForbidden(change, context, subject)
    case 'CHANGED_SINCE':
      return {
        what: `${capitalize(subject)} was not deleted and is back where it was. ${error.message}`,
        help: 'Look at it first, or discard this to keep it.',
      }
    case 'DELETED_TOO':
      return { what: `${capitalize(subject)} did not come back. ${error.message}`, help: 'Otherwise discard this.' }
    case 'DELETED':
      return explainDeleted(change, context, subject)
    case 'INVALID_REFERENCE':
    case 'NOT_FOUND':
      return explainMissing(change, context, subject)
    case 'CONFLICT':
      if (change.ops[0]?.collection === 'categories' && /descendant|child/.test(error.message)) {
        return {
          what: `Categories were moved in the meantime, so this move would put ${subject} below itself.`,
          help: 'Look at the categories as they are now and move it again, or discard this.',
        }
      }
      if (!error.message.endsWith('cannot be created')) return explainConflict(change, subject)
      return {
        what: `Something with the same id as ${subject} is stored on the server already.`,
        help: 'Look whether it is there. If it is, discard this; if not, copy what was typed and enter it again.',
      }
    case 'UNIQUE_CONSTRAINT_VIOLATION':
    case 'SHOP_ALREADY_ASSIGNED':
      return {
        what: `${capitalize(faultLabel(change) ?? 'a value')} of ${subject} is taken: there is another one with the same.`,
        help: context.canEdit ? 'Edit it, choose another one and save.' : 'Copy what was typed and enter it again with another one.',
      }
    case 'FOREIGN_KEY_VIOLATION':
      return {
        what: `${capitalize(subject)} is still in use, so it was not deleted and is back where it was.`,
        help: 'Remove or change what uses it first, then retry.',
      }
    case 'VALIDATION':
      if (isReceipt(change)) return explainReceipt(change, subject)
      return { what: `The server did not accept a value of ${subject}. ${validationText(change)}`, help: editOr(copyIt) }
    case 'PAYLOAD_TOO_LARGE':
      return {
        what: `There is more text in ${subject} than can be sent at once.`,
        help: context.canEdit
          ? 'Copy it, then edit it: shorten the long texts and save them in several steps.'
          : 'Copy it and enter it again in smaller pieces.',
      }
    case 'TOO_MANY_REQUESTS':
    case 'UNAVAILABLE':
    case 'UNAUTHENTICATED':
      return { what: `The server could not take ${subject} at that moment.`, help: 'Retry.' }
    default:
      return {
        what: `Something went wrong on the server while it stored ${subject}.`,
        help: 'Retry. If it is refused again, copy what was typed and tell your administrator.',
      }
  }
}

const isReceipt = (change: Refused): boolean => {
  const { op } = findFault(change)
  return op?.action === 'update' && op.collection === 'purchase_lines' && op.changes['received'] !== undefined
}

/** Most often two devices received the same parcel. */
const explainReceipt = (change: Refused, subject: string): { what: string; help: string } => ({
  what: `What was received for ${subject} was not added to the stock. ${validationText(change)}`,
  help: 'Look at the purchase, and count. If the same pieces were received on another device, discard this. If more came than was ordered, put the rest on a purchase of its own.',
})

/** The row is there, in a state that does not take the change; the server's message says which. */
function explainConflict(change: Refused, subject: string): { what: string; help: string } {
  const { op } = findFault(change)
  if (op?.action === 'create' && typeof op.values['refundOf'] === 'string') {
    return {
      what: `${capitalize(subject)} was not stored, because the payment was refunded on another device too. ${change.error.message}`,
      help: 'Ask who gave the money back. If it left the till twice, add it as a cost of the order, then discard this.',
    }
  }
  const done = { create: 'stored', update: 'changed', delete: 'deleted', restore: 'brought back' }[findFault(change).op?.action ?? 'update']
  return {
    what: `${capitalize(subject)} was not ${done}. ${change.error.message}`,
    help: done === 'deleted' ? 'Then discard this.' : 'Look at it as it is now. Copy what was typed if it is still needed, then discard this.',
  }
}

/** "this payment of $30.00" for a create, "the order 'iPhone 12'" for an update. */
function toSubject(change: Refused, { words }: ReasonContext): string {
  const { op } = findFault(change)
  if (op === undefined) return 'this change'
  return `${op.action === 'create' ? 'this' : 'the'} ${opToName(op, words)}`
}

function explainForbidden(change: Refused, { author, isMember, words }: ReasonContext, subject: string): { what: string; help: string } {
  if (!isMember) {
    return author === undefined
      ? {
          what: 'You no longer belong to this shop, so nothing of yours was taken there any more.',
          help: 'Copy what was typed for somebody who works there, or ask your administrator to add you again, then retry.',
        }
      : { what: `${author} did not belong to this shop when this arrived.`, help: copyIt }
  }
  const denied = change.ops.flatMap((op) => {
    if (!isCollectionName(op.collection)) return []
    const rule = collectionByName[op.collection].access[op.action === 'restore' ? 'delete' : op.action]
    return rule === 'member' ? [] : [{ op, rule }]
  })[0]
  if (denied === undefined) return { what: `${author ?? 'You'} did not belong to this shop when this arrived.`, help: 'Retry.' }
  const { op, rule } = denied
  const target = `the ${opToName(op, words)}`
  if (rule === 'rest')
    return { what: `${capitalize(target)} is changed by administrators only.`, help: 'Ask your administrator to change it, then discard this.' }
  if (rule === 'nobody') return { what: `${capitalize(target)} cannot be changed in this way.`, help: 'Discard this.' }
  const missing = author === undefined ? `You do not have the privilege ${rule}` : `${author} did not have the privilege ${rule} or did not belong to this shop`
  if (op.action === 'delete') return { what: `${missing}, so ${target} was not deleted and is back where it was.`, help: tellAdministrator }
  return { what: `${missing}, which ${op.action === 'restore' ? `bringing back ${target}` : subject} needs.`, help: tellAdministrator }
}

function explainDeleted(change: Refused, context: ReasonContext, subject: string): { what: string; help: string } {
  const merged = readMergedIssue(change.error.issues)
  if (merged !== undefined)
    return {
      what: `${capitalize(subject)} was merged into '${merged.name}' in the meantime.`,
      help: `Apply this to '${merged.name}', who has the orders and devices now, or discard it.`,
    }
  return { what: `${capitalize(subject)} was deleted in the meantime.`, help: helpForDeleted(changeToMissingRow(change)?.collection, context) }
}

function explainMissing(change: Refused, context: ReasonContext, subject: string): { what: string; help: string } {
  const row = changeToMissingRow(change)
  const label = faultLabel(change)
  if (row === undefined && label !== undefined && change.error.message.includes('deleted in the meantime')) {
    return { what: `${capitalize(label)} of ${subject} was deleted in the meantime.`, help: context.canEdit ? 'Edit it, choose another one and save.' : copyIt }
  }
  if (row === undefined)
    return {
      what: `${capitalize(subject)} refers to something that is not in this shop.`,
      help: context.canEdit ? 'Edit it, choose another one and save.' : copyIt,
    }
  const name = nameRow(row.collection, context.words.rowName(row.collection, row.id))
  const isItself = change.error.code === 'NOT_FOUND'
  if (change.error.message.includes('deleted in the meantime')) {
    return { what: `The ${name} was deleted in the meantime, so ${subject} could not be stored.`, help: helpForDeleted(row.collection, context) }
  }
  if (context.isRefused(row))
    return {
      what: `The ${name} was refused too, and ${isItself ? 'this changes it' : `${subject} belongs to it`}.`,
      help: 'Correct that one first, then retry this.',
    }
  if (context.hasRow(row)) return { what: `When ${subject} arrived, the server did not know the ${name}. It is here now.`, help: 'Retry.' }
  if (isItself) return { what: `The server does not have ${subject}.`, help: copyIt }
  return {
    what: `The server does not know the ${name} that ${subject} names.`,
    help: context.canEdit ? `Edit it, choose another ${nounOf(row.collection)} and save.` : copyIt,
  }
}

function helpForDeleted(collection: CollectionName | undefined, { canEdit }: ReasonContext): string {
  const noun = collection === undefined ? 'row' : nounOf(collection)
  const choose = canEdit ? `Edit it, choose another ${noun} and save` : undefined
  const back = collection !== undefined && isRestorableCollection(collection) ? `bring the ${noun} back from “Recently deleted” and retry` : undefined
  const ways = [choose, back].filter((way) => way !== undefined)
  if (ways.length === 0) return copyIt
  return `${capitalize(ways.join(', or '))}. Otherwise copy what was typed.`
}

const nounOf = (collection: CollectionName): string => collectionByName[collection].audit.noun

function faultLabel(change: Refused): string | undefined {
  const { op, path } = findFault(change)
  if (op === undefined || path === undefined || !isCollectionName(op.collection)) return undefined
  return `the ${((collectionByName[op.collection] as Collection).fields[path]?.label ?? path).toLowerCase()}`
}

/** 'Phone: must be …' per field; a message that already names its field stands alone. */
function validationText({ ops, error }: Refused): string {
  const { issues = [] } = error
  if (issues.length === 0) return error.message
  return issues
    .map(({ path, message }) => {
      const { op, path: name } = findFault({ id: '', ops, error: { ...error, issues: [{ path, message }] } })
      const label = op !== undefined && isCollectionName(op.collection) ? (collectionByName[op.collection] as Collection).fields[name ?? '']?.label : undefined
      const text = label === undefined || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`
      return /[.!?]$/.test(text) ? text : `${text}.`
    })
    .join(' ')
}
