export const lineKinds = ['part', 'labour', 'other'] as const

export type LineKind = (typeof lineKinds)[number]
