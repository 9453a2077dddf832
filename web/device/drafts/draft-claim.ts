import type { Draft } from '../storage/stored-draft.ts'

/** One form's hold on its draft, for as long as it is open. `draft`: what a form of this kind left behind. */
export type DraftClaim = { key: string; draft: Draft | undefined; release: () => void }
