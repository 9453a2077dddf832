/**
 * How much of what is drawn by chance a long run does (`npm test -- --long`): what a version is released with, and more than a run for
 * each change has time for. By environment variable; one that is set by hand stands.
 */
export const longAmounts = {
  SIMULATION_SEEDS: '160',
  POSTGRES_SEEDS: '100',
  KILLS: '200',
  MESSAGE_KILLS: '50',
  WEBHOOK_KILLS: '50',
  FUZZ_RUNS: '20000',
  FUZZ_ROWS: '30000',
  /** Browser tests that are tagged `@long`. */
  TEST_LONG: 'on',
}
