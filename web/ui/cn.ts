import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// 'input' is our own text size; without this the merger would take it for a colour.
const mergeClasses = extendTailwindMerge({ extend: { theme: { text: ['input'], shadow: ['float'] } } })

/** Joins class names; of two that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
