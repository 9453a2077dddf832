export const estimateStates = ['draft', 'sent', 'approved', 'declined', 'withdrawn'] as const
export const estimateDeciders = ['customer', 'staff'] as const

export type EstimateState = (typeof estimateStates)[number]
