import { create } from 'zustand'
import type { CategoryCopy } from '#schema/rules/inventory/category-tree-moves.ts'

/** The last copied category, from any shop, until the page closes. */
export const useCopiedCategory = create<{ copy: CategoryCopy | undefined }>(() => ({ copy: undefined }))
