import type { Json } from '#schema/values/merge.ts'

/** `actId`: id of the mutation that saving the form will create; undefined if no form was open. */
export type Draft = { key: string; value: Json; savedAt: string; actId?: string | undefined }
