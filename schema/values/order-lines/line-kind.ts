export const lineKinds = ['part', 'labour', 'other', 'discount'] as const

export type LineKind = (typeof lineKinds)[number]
