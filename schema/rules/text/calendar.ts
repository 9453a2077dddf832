const dayMs = 86_400_000
const blockMs = dayMs / 2
const maxCachedDays = 50_000
const maxCachedBlocks = 20_000
/** Callers may pass any zone; one with all half days cached takes a megabyte. */
const maxCachedZones = 32
const maxCachedSpellings = 1_000
const dayPattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

type Zone = { offsetFormat: Intl.DateTimeFormat; offsetMsByBlock: Map<number, number | null> }

const zoneByName = new Map<string, Zone>()
/** Zone names are case-insensitive, so one zone has many spellings. */
const nameBySpelling = new Map<string, string>()
const dayTextByNumber = new Map<number, string>()

/**
 * `YYYY-MM-DD` in an IANA zone.
 * @throws RangeError for an invalid instant or zone
 */
export function localDay(instant: string, timeZone: string): string {
  return localDayOfMs(instantToMs(instant), timeZone)
}

export function localDayOfMs(instantMs: number, timeZone: string): string {
  return dayNumberToText(Math.floor((instantMs + zoneOffsetMs(instantMs, timeZone)) / dayMs))
}

/** Whether the runtime knows the zone; offsets such as '+02:00' are refused. */
export function isValidTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    nameToZone(name)
    return true
  } catch {
    return false
  }
}

/** Instants of inclusive calendar days `YYYY-MM-DD`: `fromInstant <= x < toInstantExclusive`, null for open. */
export function dayToInstantRange(from: string | null, to: string | null, timeZone: string): { fromInstant: string | null; toInstantExclusive: string | null } {
  return {
    fromInstant: from === null ? null : dayNumberToStart(dayTextToNumber(from), timeZone),
    // No stored instant is beyond year 9999, so its last day is open-ended.
    toInstantExclusive: to === null || to === '9999-12-31' ? null : dayNumberToStart(dayTextToNumber(to) + 1, timeZone),
  }
}

/**
 * Days since 1970-01-01.
 * @throws RangeError for an invalid day
 */
export function dayTextToNumber(day: string): number {
  const startMs = dayPattern.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN
  const number = startMs / dayMs
  // V8 rolls 2023-02-30 over to March.
  if (Number.isNaN(number) || dayNumberToText(number) !== day) throw new RangeError(`Not a calendar day: ${day}`)
  return number
}

export function isDayText(text: string): boolean {
  try {
    dayTextToNumber(text)
    return true
  } catch {
    return false
  }
}

export function dayNumberToText(dayNumber: number): string {
  const cached = dayTextByNumber.get(dayNumber)
  if (cached !== undefined) return cached
  const text = new Date(dayNumber * dayMs).toISOString().split('T', 1)[0] as string
  if (dayTextByNumber.size >= maxCachedDays) dayTextByNumber.clear()
  dayTextByNumber.set(dayNumber, text)
  return text
}

/**
 * Milliseconds since 1970.
 * @throws RangeError for an invalid text
 */
export function instantToMs(instant: string): number {
  const instantMs = Date.parse(instant)
  if (Number.isNaN(instantMs)) throw new RangeError(`Not an instant: ${instant}`)
  return instantMs
}

/** Zone offset in milliseconds (wall clock minus UTC). Cached by half day; half days with a change inside are not cached. */
export function zoneOffsetMs(instantMs: number, timeZone: string): number {
  const zone = nameToZone(timeZone)
  const block = Math.floor(instantMs / blockMs)
  let offsetMs = zone.offsetMsByBlock.get(block)
  if (offsetMs === undefined) {
    const startOffsetMs = readOffsetMs(zone, block * blockMs)
    offsetMs = startOffsetMs === readOffsetMs(zone, (block + 1) * blockMs - 1) ? startOffsetMs : null
    if (zone.offsetMsByBlock.size >= maxCachedBlocks) zone.offsetMsByBlock.clear()
    zone.offsetMsByBlock.set(block, offsetMs)
  }
  return offsetMs ?? readOffsetMs(zone, instantMs)
}

/**
 * Instant (ms) at which the zone's clock shows `wallMs`, a wall clock encoded as UTC. A repeated time means the first;
 * a skipped one moves as far behind the gap as it was inside.
 */
export function wallToInstantMs(wallMs: number, timeZone: string): number {
  const { exactMs, beforeMs } = resolveWall(wallMs, timeZone)
  return exactMs ?? beforeMs
}

function dayNumberToStart(dayNumber: number, timeZone: string): string {
  const wallMs = dayNumber * dayMs
  const { exactMs, beforeMs, afterMs } = resolveWall(wallMs, timeZone)
  const startMs = exactMs ?? firstInstantAtOrAfterWall(wallMs, afterMs, beforeMs, timeZone)
  return new Date(startMs).toISOString()
}

/** If midnight (or the whole day) is skipped, the day begins where the gap ends. */
function firstInstantAtOrAfterWall(wallMs: number, lowMs: number, highMs: number, timeZone: string): number {
  let low = lowMs
  let high = highMs
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (middle + zoneOffsetMs(middle, timeZone) >= wallMs) high = middle
    else low = middle
  }
  return high
}

/** Tries the offsets of the day before and the day after; `exactMs` is null inside a gap. */
function resolveWall(wallMs: number, timeZone: string) {
  const offsetBeforeMs = zoneOffsetMs(wallMs - dayMs, timeZone)
  const offsetAfterMs = zoneOffsetMs(wallMs + dayMs, timeZone)
  const beforeMs = wallMs - offsetBeforeMs
  const afterMs = wallMs - offsetAfterMs
  const fitsBefore = zoneOffsetMs(beforeMs, timeZone) === offsetBeforeMs
  const fitsAfter = zoneOffsetMs(afterMs, timeZone) === offsetAfterMs
  // In a repeated hour both fit; the offset before the change gives the earlier instant.
  const exactMs = fitsBefore ? beforeMs : fitsAfter ? afterMs : null
  return { exactMs, beforeMs, afterMs }
}

export const countCachedZones = (): { zones: number; spellings: number } => ({ zones: zoneByName.size, spellings: nameBySpelling.size })

let lastZone: { spelling: string; zone: Zone } | undefined

function nameToZone(spelling: string): Zone {
  // Fast path: consecutive calls usually use the same zone.
  if (lastZone?.spelling === spelling) return lastZone.zone
  const zone = findZone(spelling)
  lastZone = { spelling, zone }
  return zone
}

function findZone(spelling: string): Zone {
  const knownName = nameBySpelling.get(spelling)
  const known = knownName === undefined ? undefined : zoneByName.get(knownName)
  if (knownName !== undefined && known !== undefined) return remember(zoneByName, knownName, known, maxCachedZones)
  const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone: spelling, timeZoneName: 'longOffset' })
  const name = offsetFormat.resolvedOptions().timeZone
  remember(nameBySpelling, spelling, name, maxCachedSpellings)
  return remember(zoneByName, name, zoneByName.get(name) ?? { offsetFormat, offsetMsByBlock: new Map() }, maxCachedZones)
}

function remember<Value>(cache: Map<string, Value>, key: string, value: Value, max: number): Value {
  cache.delete(key)
  cache.set(key, value)
  const [oldest] = cache.keys()
  if (cache.size > max && oldest !== undefined) cache.delete(oldest)
  return value
}

/** Parses the end of '1/31/2026, GMT-05:00'. Old local mean times have seconds; UTC has no offset. */
function readOffsetMs(zone: Zone, instantMs: number): number {
  const text = zone.offsetFormat.format(instantMs)
  const offset = text.slice(text.indexOf('GMT') + 3)
  if (offset === '') return 0
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  const offsetMs = ((hours * 60 + minutes) * 60 + seconds) * 1000
  return offset.startsWith('+') ? offsetMs : -offsetMs
}
