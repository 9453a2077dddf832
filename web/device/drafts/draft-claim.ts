import type { Draft } from '../storage/stored-draft.ts'

/**
 * The form that a mutation comes from: its draft goes with the storing of the mutation, and saved again it is the same mutation.
 * `isStaying`: it stays open for the next one.
 */
export type FormRef = { draftKey: string; isStaying?: boolean | undefined }

/** One form's hold on its draft, for as long as it is open. `draft`: what a form of this kind left behind. */
export type DraftClaim = { key: string; draft: Draft | undefined; release: () => void }
