import type { Draft } from '../storage/stored-draft.ts'

/** An open form's hold on its draft. `draft`: what an earlier form of this kind left unsaved. */
export type DraftClaim = { key: string; draft: Draft | undefined; release: () => void }
