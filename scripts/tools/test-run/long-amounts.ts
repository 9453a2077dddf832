/** How much the tests that draw by chance do in `npm run test:long`, by environment variable. A variable that is set by hand stands. */
export const longAmounts = {
  SIMULATION_SEEDS: '160',
  POSTGRES_SEEDS: '100',
  KILLS: '200',
  MESSAGE_KILLS: '50',
  WEBHOOK_KILLS: '50',
  /** Cases of property tests: how many times as many as a test says. */
  FC_RUNS: '5',
  FUZZ_RUNS: '20000',
  FUZZ_ROWS: '30000',
  FC_SEED: 'random',
  /** Switches on the long projects of vitest and the browser tests tagged `@long`. */
  TEST_LONG: 'on',
}
