/** Instants are canonical ISO texts (`YYYY-MM-DDTHH:mm:ss.sssZ`, years 0001-9999), ids uuids. */
export type TaskSortFields = { id: string; completed: boolean; dueTimestamp: string | null; createdAt: string }

export type DueDirection = 'earliest-first' | 'latest-first'

/** Incomplete first, then due before not due by due time in the direction, newest created, then id. */
export function compareTasks(a: TaskSortFields, b: TaskSortFields, direction: DueDirection = 'earliest-first'): number {
  if (a.completed !== b.completed) return a.completed ? 1 : -1
  if (a.dueTimestamp !== b.dueTimestamp) {
    if (a.dueTimestamp === null) return 1
    if (b.dueTimestamp === null) return -1
    const isEarlier = a.dueTimestamp < b.dueTimestamp
    return isEarlier === (direction === 'earliest-first') ? -1 : 1
  }
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

const lastInstantMs = 253_402_300_799_999
const msDigits = 15

const toPadded = (value: number): string => String(value).padStart(msDigits, '0')

/** 1 completed + 1 due flag + 15 due + 15 created + 36 id. */
export const taskSortKeyMaxLength = 68

/** ASCII key whose code unit order equals compareTasks in the same direction, so that one index pages the list. */
export function taskSortKey(task: TaskSortFields, direction: DueDirection = 'earliest-first'): string {
  const { completed, createdAt, dueTimestamp, id } = task
  const newestFirst = toPadded(lastInstantMs - Date.parse(createdAt))
  return `${completed ? '1' : '0'}${toDueKey(dueTimestamp, direction)}${newestFirst}${id}`
}

/** Key range of open tasks due before the instant: `from` inclusive, `to` exclusive. */
export const toDueTaskKeys = (beforeInstant: string): { from: string; to: string } => ({ from: '00', to: `0${toDueKey(beforeInstant, 'earliest-first')}` })

/** Milliseconds before 1970 are negative, so both directions count from a fixed instant. */
function toDueKey(dueTimestamp: string | null, direction: DueDirection): string {
  if (dueTimestamp === null) return `1${toPadded(0)}`
  const dueMs = Date.parse(dueTimestamp)
  return `0${toPadded(direction === 'earliest-first' ? dueMs - firstInstantMs : lastInstantMs - dueMs)}`
}

const firstInstantMs = Date.parse('0001-01-01T00:00:00.000Z')
