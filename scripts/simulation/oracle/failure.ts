/** The product did not do what it promises. */
export class SimulationFailure extends Error {}

/** @throws SimulationFailure */
export const fail = (message: string): never => {
  throw new SimulationFailure(message)
}
