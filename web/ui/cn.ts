import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Our own names: without this the merger would take 'input' for a colour, and 'chip' for nothing it knows.
const mergeClasses = extendTailwindMerge({ extend: { theme: { text: ['input'], shadow: ['float'], radius: ['chip'] } } })

/** Joins class names; of two that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
