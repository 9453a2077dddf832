import type { Edge } from './tree.ts'

/** One room may still import another, although the other leads back to it. `as: 'types'` allows no more than types. */
export type AllowedEdge = { from: string; to: string; as: 'types' | 'values'; why: string }

/**
 * What keeps the rooms from standing one above the other, a sentence each: imports that lead in a circle, and allowed edges that are needed no
 * more. Types count: who reads a room has to know what its types mean.
 */
export function findCycles(edges: readonly Edge[], allowed: readonly AllowedEdge[]): string[] {
  const isAllowed = ({ from, to, isTypeOnly }: Edge): boolean =>
    allowed.some((edge) => edge.from === from && edge.to === to && (edge.as === 'values' || isTypeOnly))
  const remaining = edges.filter((edge) => !isAllowed(edge))
  const next = toGraph(remaining)

  const circles = new Map<string, string>()
  for (const room of next.keys()) {
    const circle = findPath(next, room, room)
    if (circle === undefined) continue
    const name = [...new Set(circle)].sort().join(' ')
    if (!circles.has(name)) circles.set(name, describeCircle(circle, remaining))
  }
  return [...circles.values(), ...allowed.flatMap((edge) => describeUnneeded(edge, edges, next))]
}

type Graph = Map<string, Set<string>>

function toGraph(edges: readonly Edge[]): Graph {
  const next: Graph = new Map()
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to))
  return next
}

/** The shortest way from one room to another, both ends included; at least one step. */
function findPath(next: Graph, from: string, to: string): string[] | undefined {
  const ways: string[][] = [[from]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const room of next.get(way.at(-1) ?? '') ?? []) {
      if (room === to) return [...way, room]
      if (seen.has(room)) continue
      seen.add(room)
      ways.push([...way, room])
    }
  }
  return undefined
}

function describeCircle(circle: readonly string[], edges: readonly Edge[]): string {
  const steps = circle.slice(1).map((to, place) => {
    const step = edges.filter((edge) => edge.from === circle[place] && edge.to === to)
    const [first] = step
    const rest = step.length > 1 ? `, and ${step.length - 1} more` : ''
    return `  ${first?.file} imports ${first?.target}${step.every(({ isTypeOnly }) => isTypeOnly) ? ' (types)' : ''}${rest}`
  })
  return [`${circle.join(' → ')} is a circle. Move what both need to the lower room, or let the upper one pass it in as an argument:`, ...steps].join('\n')
}

function describeUnneeded({ from, to, as }: AllowedEdge, edges: readonly Edge[], next: Graph): string[] {
  const here = 'take it out of allowedEdges in scripts/tools/rooms/exceptions.ts.'
  const found = edges.filter((edge) => edge.from === from && edge.to === to)
  if (found.length === 0) return [`${from} imports ${to} no more: ${here}`]
  if (findPath(next, to, from) === undefined) return [`${from} → ${to} closes no circle any more: ${here}`]
  if (as === 'values' && found.every(({ isTypeOnly }) => isTypeOnly)) return [`${from} imports only types of ${to} by now: say as: 'types' in allowedEdges.`]
  return []
}
