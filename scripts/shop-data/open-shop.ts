import { access } from 'node:fs/promises'
import { databaseFileOf, readDatabaseUrl } from '#server/config.ts'
import { findShopByCode } from '#server/queries/shops.ts'
import type { Services } from '#server/services.ts'
import { CommandError } from '../tools/command-line.ts'
import { openServices } from '../tools/open-services.ts'

export type OpenShop = { services: Services; shop: { id: string; name: string }; close: () => Promise<void> }

/** `namesFolder`: the data folder was given explicitly. */
type ShopPlace = { shopCode: string; dataDir: string; namesFolder: boolean }

/** Opens the shop in the data folder or DATABASE_URL; a server may be running. @throws CommandError */
export async function openShop({ shopCode, dataDir, namesFolder }: ShopPlace): Promise<OpenShop> {
  const databaseUrl = readDatabaseUrl(process.env)
  if (databaseUrl === undefined) {
    await access(databaseFileOf(dataDir)).catch(() => {
      throw new CommandError(`There is no database in ${dataDir}. Start the server once (npm start), or name the folder with --data-dir.`)
    })
  } else if (namesFolder) throw new CommandError('With DATABASE_URL set there is no database in a data folder: leave --data-dir out, or DATABASE_URL.')
  const { services, close } = await openServices(dataDir, databaseUrl)
  const shop = await findShopByCode(services.reader, shopCode).catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (shop !== undefined) return { services, shop, close }
  await close()
  throw new CommandError(`There is no shop with the code ${shopCode}`)
}

const numberFormat = new Intl.NumberFormat('en-US')

export const count = (value: number): string => numberFormat.format(value)
