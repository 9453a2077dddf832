import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Names of this app's theme: otherwise tailwind-merge takes 'input' for a colour and does not know 'chip'.
const mergeClasses = extendTailwindMerge({ extend: { theme: { text: ['input'], shadow: ['float'], radius: ['chip'] } } })

/** Joins class names; of two that set the same property the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
