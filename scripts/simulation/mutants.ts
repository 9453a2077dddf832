/** A deliberate fault of the product: each must make some seed fail, else the simulation does not see what it should. */
export type Patch = { file: string; find: string; replace: string }
export type Mutant = { name: string; patches: Patch[] }

export const mutants: Mutant[] = []
