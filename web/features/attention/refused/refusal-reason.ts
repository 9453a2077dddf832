import { readMergedIssue } from '#schema/rules/customers/merged-away.ts'
import { capitalize } from '#schema/rules/text/capitalize.ts'
import { isRestorableCollection } from '#schema/api/deleted.ts'
import type { Collection } from '#schema/collection.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { type ChangeWords, nameRow, opToName } from '../change-words.ts'
import { toldToText } from '#web/language/entry-words.ts'
import { toFieldLabel } from '#web/language/field-label.ts'
import { inSentence, toShownText } from '#web/language/staff-texts.ts'
import { things } from '#web/language/thing-texts.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { t } from '../refusals-texts.ts'
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

type Explained = { what: string; help: string }

/** One or two sentences on what happened, and one on what to do. */
export function refusalToReason(change: Refused, context: ReasonContext): Reason {
  const { what, help } = explain(change, context)
  const { message, issues = [] } = change.error
  const said = [...new Set([message, ...issues.map((issue) => issue.message)])]
    .filter((text) => text !== '' && readMergedIssue(issues) === undefined)
    .map((text) => (text === message ? messageOf(change) : toShownText(text)))
    .filter((text) => !what.includes(text))
  return { what, help, server: said.length === 0 ? undefined : said.join(' ') }
}

function explain(change: Refused, context: ReasonContext): Explained {
  const { code } = change.error
  const subject = toSubject(change, context)
  const atStart = capitalize(subject)
  const said = messageOf(change)
  const { canEdit } = context
  switch (code) {
    case 'FORBIDDEN':
      return explainForbidden(change, context, subject)
    case 'CHANGED_SINCE':
      return { what: t.changedSince.what({ subject: atStart, said }), help: t.changedSince.help() }
    case 'DELETED_TOO':
      return { what: t.deletedToo.what({ subject: atStart, said }), help: t.deletedToo.help() }
    case 'DELETED':
      return explainDeleted(change, context, atStart)
    case 'INVALID_REFERENCE':
    case 'NOT_FOUND':
      return explainMissing(change, context, subject)
    case 'CONFLICT':
      if (change.ops[0]?.collection === 'categories' && /descendant|child/.test(change.error.message))
        return { what: t.movedCategory.what({ subject }), help: t.movedCategory.help() }
      if (!change.error.message.endsWith('cannot be created')) return explainConflict(change, atStart)
      return { what: t.sameId.what({ subject }), help: t.sameId.help() }
    case 'UNIQUE_CONSTRAINT_VIOLATION':
    case 'SHOP_ALREADY_ASSIGNED':
      return {
        what: t.taken.what({ label: capitalize(faultLabel(change) ?? t.aValue()), subject }),
        help: canEdit ? t.chooseAnother() : t.taken.help(),
      }
    case 'FOREIGN_KEY_VIOLATION':
      return { what: t.inUse.what({ subject: atStart }), help: t.inUse.help() }
    case 'VALIDATION':
      if (isReceipt(change)) return { what: t.receipt.what({ subject, said: validationText(change) }), help: t.receipt.help() }
      return { what: t.value({ subject, said: validationText(change) }), help: canEdit ? t.correctIt() : t.copyIt() }
    case 'PAYLOAD_TOO_LARGE':
      return { what: t.tooLarge.what({ subject }), help: canEdit ? t.tooLarge.helpEdit() : t.tooLarge.help() }
    case 'TOO_MANY_REQUESTS':
    case 'UNAVAILABLE':
    case 'UNAUTHENTICATED':
      return { what: t.notNow({ subject }), help: t.retry() }
    default:
      return { what: t.wrong.what({ subject }), help: t.wrong.help() }
  }
}

const messageOf = ({ error }: Refused): string => toldToText(error.told) ?? toShownText(error.message, error.code)

/** Most often two devices received the same parcel. */
const isReceipt = (change: Refused): boolean => {
  const { op } = findFault(change)
  return op?.action === 'update' && op.collection === 'purchase_lines' && op.changes['received'] !== undefined
}

/** The row is there, in a state that does not take the change; the server's message says which. */
function explainConflict(change: Refused, subject: string): Explained {
  const { op } = findFault(change)
  const values = { subject, said: messageOf(change) }
  if (op?.action === 'create' && typeof op.values['refundOf'] === 'string') return { what: t.refundedTwice.what(values), help: t.refundedTwice.help() }
  const action = op?.action ?? 'update'
  return { what: t.notDone[action](values), help: action === 'delete' ? t.thenDiscard() : t.lookNow() }
}

/** "this payment of $30.00" for a create, "the order 'iPhone 12'" for an update. */
function toSubject(change: Refused, { words }: ReasonContext): string {
  const { op } = findFault(change)
  if (op === undefined) return t.subject.change()
  return t.subject[op.action === 'create' ? 'new' : 'known']({ name: opToName(op, words) })
}

function explainForbidden(change: Refused, { author, isMember, words }: ReasonContext, subject: string): Explained {
  if (!isMember) return author === undefined ? { what: t.notMember.own(), help: t.notMember.help() } : { what: t.notMember.other({ author }), help: t.copyIt() }
  const denied = change.ops.flatMap((op) => {
    if (!isCollectionName(op.collection)) return []
    const rule = collectionByName[op.collection].access[op.action === 'restore' ? 'delete' : op.action]
    return rule === 'member' ? [] : [{ op, rule }]
  })[0]
  if (denied === undefined) return { what: author === undefined ? t.notMember.ownThen() : t.notMember.other({ author }), help: t.retry() }
  const { op, rule } = denied
  const target = t.subject.known({ name: opToName(op, words) })
  if (rule === 'rest') return { what: t.administrators.what({ subject: capitalize(target) }), help: t.administrators.help() }
  if (rule === 'nobody') return { what: t.inThisWay({ subject: capitalize(target) }), help: t.discard() }
  const lacks = author === undefined ? t.lacks.own({ privilege: rule }) : t.lacks.other({ author, privilege: rule })
  const what = op.action === 'delete' || op.action === 'restore' ? t.lacks[op.action]({ lacks, subject: target }) : t.lacks.save({ lacks, subject })
  return { what, help: t.askAdministrator() }
}

function explainDeleted(change: Refused, context: ReasonContext, subject: string): Explained {
  const merged = readMergedIssue(change.error.issues)
  if (merged !== undefined) return { what: t.merged.what({ subject, name: merged.name }), help: t.merged.help({ name: merged.name }) }
  return { what: t.deleted({ subject }), help: helpForDeleted(changeToMissingRow(change)?.collection, context) }
}

function explainMissing(change: Refused, context: ReasonContext, subject: string): Explained {
  const row = changeToMissingRow(change)
  const label = faultLabel(change)
  const wasDeleted = change.error.message.includes('deleted in the meantime')
  const chooseOrCopy = context.canEdit ? t.chooseAnother() : t.copyIt()
  if (row === undefined && label !== undefined && wasDeleted) return { what: t.fieldDeleted({ label: capitalize(label), subject }), help: chooseOrCopy }
  if (row === undefined) return { what: t.notInShop({ subject: capitalize(subject) }), help: chooseOrCopy }
  const name = nameRow(row.collection, context.words.rowName(row.collection, row.id))
  const isItself = change.error.code === 'NOT_FOUND'
  if (wasDeleted) return { what: t.needed.deleted({ name, subject }), help: helpForDeleted(row.collection, context) }
  if (context.isRefused(row)) return { what: isItself ? t.needed.itselfRefused({ name }) : t.needed.refused({ name, subject }), help: t.needed.help() }
  if (context.hasRow(row)) return { what: t.needed.hereNow({ subject, name }), help: t.retry() }
  if (isItself) return { what: t.needed.itself({ subject }), help: t.copyIt() }
  return {
    what: t.needed.unknown({ name, subject }),
    help: context.canEdit ? t.chooseAnotherOf({ noun: things.one[row.collection]() }) : t.copyIt(),
  }
}

function helpForDeleted(collection: CollectionName | undefined, { canEdit }: ReasonContext): string {
  const noun = collection === undefined ? t.row() : things.one[collection]()
  const canComeBack = collection !== undefined && isRestorableCollection(collection)
  if (canEdit) return canComeBack ? t.afterDelete.chooseOrBack({ noun }) : t.afterDelete.choose({ noun })
  return canComeBack ? t.afterDelete.back({ noun }) : t.copyIt()
}

function faultLabel(change: Refused): string | undefined {
  const { op, path } = findFault(change)
  if (op === undefined || path === undefined || !isCollectionName(op.collection)) return undefined
  const label = (collectionByName[op.collection] as Collection).fields[path]?.label ?? path
  return t.field({ label: inSentence(toFieldLabel(label)) })
}

/** 'Phone: must be …' per field; a message that already names its field stands alone. */
function validationText({ ops, error }: Refused): string {
  const { issues = [] } = error
  if (issues.length === 0) return toShownText(error.message, error.code)
  return issues
    .map(({ path, message }) => {
      const { op, path: name } = findFault({ id: '', ops, error: { ...error, issues: [{ path, message }] } })
      const label = op !== undefined && isCollectionName(op.collection) ? (collectionByName[op.collection] as Collection).fields[name ?? '']?.label : undefined
      const shown = toShownText(message)
      const isNamed = label === undefined || (shown === message && message.toLowerCase().includes(label.toLowerCase()))
      const text = isNamed ? shown : `${toFieldLabel(label)}: ${shown}`
      return /[.!?]$/.test(text) ? text : `${text}.`
    })
    .join(' ')
}
