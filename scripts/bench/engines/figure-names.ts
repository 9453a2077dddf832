export const sizes = [1, 20] as const
export const places = ['spread', 'hot'] as const
const costs = ['node-cpu', 'database-cpu', 'trips'] as const

export type EngineFigureName =
  | `engines/${(typeof places)[number] | (typeof costs)[number]}-${(typeof sizes)[number]}`
  | 'engines/other-node'
  | 'engines/by-looks'

/** All figures of the line, which `docs/scale.md` tells of. */
export const engineFigureNames: readonly EngineFigureName[] = [
  ...[...places, ...costs].flatMap((kind) => sizes.map((size) => `engines/${kind}-${size}` as const)),
  'engines/other-node',
  'engines/by-looks',
]
