/** The product did not do what it promises. */
export class SimulationFailure extends Error {}
