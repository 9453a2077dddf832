/** Sizes of random tests in `npm run test:long`, by environment variable; variables already set win. */
export const longAmounts = {
  SIMULATION_SEEDS: '160',
  POSTGRES_SEEDS: '100',
  KILLS: '200',
  MESSAGE_KILLS: '50',
  WEBHOOK_KILLS: '50',
  /** Multiplies the cases of property tests. */
  FC_RUNS: '5',
  FUZZ_RUNS: '20000',
  FUZZ_ROWS: '30000',
  FC_SEED: 'random',
  /** Enables the long vitest projects and browser tests tagged `@long`. */
  TEST_LONG: 'on',
}
