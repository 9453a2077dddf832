import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Names of this app's theme: without them tailwind-merge would take 'input' for a colour and would not know 'chip'.
const mergeClasses = extendTailwindMerge({ extend: { theme: { text: ['input'], shadow: ['float'], radius: ['chip'] } } })

/** Joins class names; of two that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
