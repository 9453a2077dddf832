import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chaosKinds, parseWithout } from './soak/chaos.ts'
import { runSoak } from './soak/run-soak.ts'

const usage = `npm run soak -- [options]
  --seed 42          the same people with the same troubles; another one each time otherwise
  --minutes 10       how long they work; what comes after that takes half a minute
  --people 3         1 to 3, the third being the first one on another device
  --without a,b      leaves kinds of chaos out: ${chaosKinds.join(', ')}
  --verbose          a line for each action and each trouble`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '10' },
    people: { type: 'string', default: '3' },
    without: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(usage)
else process.exit(await main())

async function main(): Promise<number> {
  const seed = Number(values.seed)
  const again = `npm run soak -- --seed ${seed} --minutes ${values.minutes} --people ${values.people}${values.without === '' ? '' : ` --without ${values.without}`}`
  console.log(`Seed ${seed}: ${again}`)
  const { faults, summary, profiles } = await runSoak({
    seed,
    minutes: Number(values.minutes),
    people: Number(values.people),
    chaos: parseWithout(values.without),
    say: values.verbose ? (line) => console.log(line) : () => undefined,
  })
  console.log(summary)
  if (faults.length === 0) {
    for (const profile of profiles) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    console.log(`Seed ${seed} holds.`)
    return 0
  }
  for (const fault of faults) console.log(`\n${fault}`)
  console.log(`\nSeed ${seed} fails with ${faults.length} faults. The browsers' profiles: ${profiles.join(', ')}\n${again} --verbose`)
  return 1
}
