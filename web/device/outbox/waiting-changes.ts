import type { Op } from '#schema/api/sync.ts'

export type WaitingChange = { mutationId: string; shopId: string; at: string; ops: Op[]; summary: string }
