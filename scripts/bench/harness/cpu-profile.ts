/** The part of V8's CPU profile that is used here; times in microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] | undefined }[]
  samples?: number[] | undefined
  timeDeltas?: number[] | undefined
}

export type HotFunction = { name: string; place: string; selfMs: number; share: number }

/** Names V8 gives to time in which no script runs. */
const idleNames = new Set(['(idle)', '(root)'])

/** Functions by their own time (without what they call), most first; `share` is of the time that was not idle. */
export function profileToHotFunctions({ nodes, samples = [], timeDeltas = [] }: CpuProfile, limit = 15): HotFunction[] {
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  const selfMsByFunction = new Map<string, { name: string; place: string; selfMs: number }>()
  for (const [index, nodeId] of samples.entries()) {
    const callFrame = nodeById.get(nodeId)?.callFrame
    if (callFrame === undefined || idleNames.has(callFrame.functionName)) continue
    const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName
    const place = callFrame.url === '' ? '' : `${callFrame.url.split('/').at(-1)}:${callFrame.lineNumber + 1}`
    const entry = selfMsByFunction.get(`${name} ${place}`) ?? { name, place, selfMs: 0 }
    // The time from a sample to the next one is the delta at the next index.
    entry.selfMs += (timeDeltas[index + 1] ?? 0) / 1_000
    selfMsByFunction.set(`${name} ${place}`, entry)
  }
  const functions = [...selfMsByFunction.values()]
  const busyMs = functions.reduce((total, { selfMs }) => total + selfMs, 0)
  return functions
    .toSorted((a, b) => b.selfMs - a.selfMs)
    .slice(0, limit)
    .map((entry) => ({ ...entry, share: busyMs === 0 ? 0 : entry.selfMs / busyMs }))
}

/** Lines such as `12.3 %   456 ms  bulkWrite (local-db.js:120)`. */
export const hotFunctionsToLines = (functions: readonly HotFunction[]): string[] =>
  functions.map(({ name, place, selfMs, share }) => {
    const percent = `${(share * 100).toFixed(1)} %`.padStart(7)
    return `${percent} ${String(Math.round(selfMs)).padStart(6)} ms  ${name}${place === '' ? '' : ` (${place})`}`
  })
