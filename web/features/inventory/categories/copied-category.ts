import { create } from 'zustand'
import type { CategoryCopy } from '#schema/rules/inventory/category-tree-moves.ts'

/** What was copied last, in any shop, for as long as the page lives. */
export const useCopiedCategory = create<{ copy: CategoryCopy | undefined }>(() => ({ copy: undefined }))
