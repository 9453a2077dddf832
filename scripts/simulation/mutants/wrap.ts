import type { Wrap } from './faults.ts'

/** `Original`: what the product declares under the name, as far as the fault needs to know it. */
export const wrap = <Original>(symbol: string, make: (original: Original) => unknown): Wrap => ({ symbol, wrap: make })

/** A function that is passed on what it is given. */
export type AnyFunction = (...input: unknown[]) => unknown

/** In place of a function that does something. */
export const nothing = (): (() => undefined) => () => undefined
