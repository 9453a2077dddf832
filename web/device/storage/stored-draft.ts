import type { Json } from '#schema/values/merge.ts'

/** `actId`: the mutation that the form becomes when it is saved, stored under this name; none where no form was open. */
export type Draft = { key: string; value: Json; savedAt: string; actId?: string | undefined }
